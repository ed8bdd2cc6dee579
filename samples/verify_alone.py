"""A second verifier of pbem's records, by docs/protocol.md alone: it shares no code with pbem.

    pbem audit RECORD --requests -o REQUESTS
    python verify_alone.py RECORD [REQUESTS]

It knows no game. By the record alone it checks signatures, heads, keys, links, openings, the
newest state against its hash, and the secret. REQUESTS lists what the rules asked for; with it
every draw, hidden order, commitment and sealed look is made again. What is legal, what state it
leads to, how many cards there are of a face, and most of `now` is for pbem verify to check.
Exit status: 0 proven or consistent, 1 broken, 2 wrong usage, 3 evidence of cheating.
"""

# fmt: off
import hmac
import json
import re
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from itertools import count

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

FIELD, LINKS, ZERO = 2**255 - 19, 16384, bytes(32)
SMALL = (  # points of small order: two y of signing keys, two u of sealing keys (section 5)
    2707385501144840649318225287225658788936804267575313519463743609750303402022,
    55188659117513257062467267217118295137698188065244968500265048394206261417927,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723061780553021112529911719440698176882885853963445705823,
)
FIELDS = {  # a statement's own (section 6)
    "open": "game rules options deck seats dealing policy nonce sign anchor? hidden?",
    "join": "nonce sign seal anchor", "ready": "link", "move": "actions then? link? show? note?",
    "lapse": "late link?", "share": "answers link", "consent": "answers link?",
    "ruling": "answers link? draws? tokens? opened? looks? stop? dropped? state? secret?",
}
FORM = TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError

class Broken(Exception):
    """In words; whether it proves something where a ruling lets it pass; and against whom."""

def want(fact, words, proves=True):
    if not fact:
        raise Broken(words, proves, None)

def want_fields(value, names):  # just these; those with ? may be missing
    known, needed = names.replace("?", "").split(), re.findall(r"\w+(?!\w|\?)", names)
    want({*needed} <= value.keys() <= {*known}, f"the fields {', '.join(value)}")

def read(name):
    hooks = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), integer)
    with open(name, encoding="utf-8", newline="") as file:
        value = json.load(file, object_pairs_hook=no_key_twice, **hooks)
    return value if canon(value) else None

def no_key_twice(pairs):
    want(len({k for k, _ in pairs if k.isascii()}) == len(pairs), "a key twice, or not ASCII")
    return dict(pairs)

def integer(text):
    want(re.fullmatch("0|-?[1-9][0-9]{0,15}", text) and abs(int(text)) < 2**53, f"number {text}")
    return int(text)

def canon(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

def encode(data):
    return urlsafe_b64encode(data).decode().rstrip("=")

def raw(text, size=32):
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    want(encode(data) == text and len(data) == size, "not base64url in its one form")
    return data

def P(*parts):
    """The parts behind their lengths (section 4): ASCII, bytes, and numbers as u32."""
    turn = {str: lambda p: p.encode("ascii"), int: lambda p: p.to_bytes(4, "big"), bytes: bytes}
    return b"".join(len(b).to_bytes(4, "big") + b for b in (turn[type(p)](p) for p in parts))

def H(tag, *parts):
    return sha256(P("pbem/1 " + tag, *parts)).digest()

def mac(key, *message):
    return hmac.digest(key, b"".join(message), "sha256")

def M(key, tag, *parts):
    return mac(key, P("pbem/1 " + tag, *parts))

def integers(key, *message):
    """below(n) for one request (section 11)."""
    blocks = (M(key, *message, (i // 4).to_bytes(8, "big"))[i % 4 * 8 :][:8] for i in count())
    words = (int.from_bytes(block, "big") for block in blocks)
    return lambda n: next(w for w in words if w < 2**64 - 2**64 % n) % n

def pick(items, k, below):
    xs = list(items)
    for i in range(k):
        j = i + below(len(xs) - i)
        xs[i], xs[j] = xs[j], xs[i]
    return xs[:k]

def seal(public, text, seed, info):
    """A box of RFC 9180 in base mode, its ephemeral key derived from `seed`; HKDF written out."""
    kem, suite, one = b"HPKE-v1KEM\x00\x20", b"HPKE-v1HPKE\x00\x20\x00\x01\x00\x03", b"\x01"
    pair = mac(mac(ZERO, kem, b"dkp_prk", seed), b"\x00\x20", kem, b"sk", one)
    ephemeral = X25519PrivateKey.from_private_bytes(pair)
    enc = ephemeral.public_key().public_bytes_raw()
    dh = mac(ZERO, kem, b"eae_prk", ephemeral.exchange(X25519PublicKey.from_public_bytes(public)))
    shared = mac(dh, b"\x00\x20", kem, b"shared_secret", enc, public, one)
    names = mac(ZERO, suite, b"psk_id_hash"), mac(ZERO, suite, b"info_hash", info)
    secret = mac(shared, suite, b"secret")
    key = mac(secret, b"\x00\x20", suite, b"key", b"\x00", *names, one)
    nonce = mac(secret, b"\x00\x0c", suite, b"base_nonce", b"\x00", *names, one)[:12]
    return enc + ChaCha20Poly1305(key).encrypt(nonce, text, None)

class Statement(dict):
    def __init__(self, body):
        super().__init__(body)
        self.kind, self.by = self["kind"], self["by"]
        place = "pbem kind by sig " + "table n head " * (self.kind != "open")
        want_fields(self, place + FIELDS[self.kind])
        hashes = "table head link sign seal nonce anchor hidden state secret"
        numbers = re.fullmatch(r"\[1, [1-9]\d*\]", repr([self["pbem"], self.get("n", 1)]))
        full = self.kind == "open" or all(v or v == 0 for k, v in self.items() if k != "answers")
        found = [*self.get("tokens", {}).values(), *(self[k] for k in hashes.split() if k in self)]
        found += [o["salt"] for k in ("show", "opened") for o in self.get(k, {}).values()]
        want(numbers and full and all(map(raw, found)), "an odd field")
        self.pre = P("pbem/1 statement", canon({k: self[k] for k in self.keys() - {"sig"}}))
        self.id, self.name = sha256(self.pre).digest(), encode(sha256(self.pre).digest())

    def check(self, public):
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(raw(self["sig"], 64), self.pre)
        except (InvalidSignature, ValueError):
            want(False, f"the signature under this {self.kind} of {self.by}")

class Party:
    """Keys and the newest link of a party, from its open or join (section 5)."""
    def __init__(self, body):
        self.name, self.shown = body.by, 0
        self.own = [raw(body[k]) for k in ("sign", "nonce", "anchor", "seal") if k in body]
        self.sign, self.nonce, self.link, self.seal = [*self.own, b"", b""][:4]
        y, u = int.from_bytes(self.sign, "little") % 2**255, int.from_bytes(self.seal, "little")
        want(1 < y < FIELD - 1 and y not in SMALL[:2], "a signing key is refused")
        want(u not in (*SMALL[2:], 1) and u < FIELD - 1 and (u or not self.seal), "a sealing key")

    def use_link(self, link):
        self.shown += 1
        before = H("link", self.nonce, self.name, self.shown, link)
        want(self.shown <= LINKS and before == self.link, f"no link {self.shown} of {self.name}")
        self.link = link

class Table:
    """A log replayed. asked: the requests of each entry, None where no list is at hand."""
    def __init__(self, opening, asked, secret):
        self.seats, self.policy, self.host = opening["seats"], opening["policy"], opening.by
        self.dealt, self.first, self.asked = opening["dealing"] == "arbiter", Party(opening), asked
        found = [self.host == "arbiter", "anchor" in opening, "hidden" in opening]
        want(opening.kind == "open" and found == [self.dealt] * 3, "entry 0 opens no table")
        named = {seat.lower() for seat in self.seats} - {"arbiter"}
        want(len(named) == len(self.seats) > (not self.dealt), "the names of the seats")
        opening.check(self.first.sign)
        self.id = self.head = self.key = H("entry", ZERO, opening.id)
        self.parties, self.own = {"arbiter": self.first} if self.dealt else {}, self.first.own
        hidden = encode(H("hidden", self.first.nonce, raw(secret))) if secret else None
        self.secret = raw(secret) if secret and hidden == opening.get("hidden") else None
        self.n, self.shuffles, self.active, self.awaited, self.state = 1, 0, self.seats, None, None
        self.over = self.broken_off = False
        self.live, self.used, self.looked, self.faces = {}, set(), {}, {}  # by token, or by seat

    def entry(self, bodies):
        entry = [Statement(body) for body in bodies]
        want(entry and not self.over, "an entry after the end, or an empty one")
        ruled = self.dealt or self.n == 1
        answers, ruling = (entry[:-1], entry[-1]) if ruled else (entry, {})
        placed = [self.check_signed(s, s is ruling) for s in entry]
        named = ruled and ruling["answers"] == [a.name for a in answers]
        want(not ruled or (named and placed[-1]), "the head or the answers of the ruling")
        try:
            want(all(placed), "an answer is not onto the newest head")
            self.settle(answers, ruling)
        except Broken as error:
            raise Broken(*error.args[:2], self.host if ruled and error.args[1] else None) from None
        self.head = H("entry", self.head, *(s.id for s in entry))
        self.n += 1

    def check_signed(self, s, ruling=False):
        """Author and signature of a statement. Is it on the newest head?"""
        want((s.kind == "ruling") == ruling and s.kind != "open", f"a {s.kind} in entry {self.n}")
        want(s.by == self.host if ruling else s.by in self.seats, f"a {s.kind} of {s.by}")
        own = raw(s["sign"]) if s.kind == "join" else b""
        s.check(own or (self.first if ruling else self.parties[s.by]).sign)
        return [s["table"], s["n"], s["head"]] == [encode(self.id), self.n, encode(self.head)]

    def settle(self, answers, ruling):
        """What the answers come to; a ruling must say just that (section 9)."""
        self.check_answers(answers)
        drawing, turn = self.take_links(answers, ruling), self.n > 1 and bool(answers)
        self.parties |= {a.by: Party(a) for a in answers if a.kind == "join"}
        self.over = self.broken_off = self.n > 1 and not answers
        made = self.play(answers[0], ruling, drawing) if turn else {}
        due = encode(self.secret or b"") if self.over and self.dealt else None
        want(ruling.get("secret", due) == due, "the secret is another, or too early")
        want(("state" in ruling) == (turn and self.dealt), "a state too many or too few")
        for part in ("draws", "tokens", "opened", "looks"):
            same = ruling.get(part) == (made.get(part) or None) or not self.dealt
            want(same, f"its {part} are not what the log gives")
        want("secret" in ruling or due is None, "the ruling lacks the secret", False)
        self.state = ruling.get("state", self.state)

    def check_answers(self, answers):
        """Do they complete the entry (section 7)?"""
        found = [(a.by, a.kind) for a in answers]
        if self.n < 3:
            kind = "join" if self.n == 1 else "ready"
            want(found == [(seat, kind) for seat in self.seats], f"not one {kind} of each seat")
            self.check_keys([a for a in answers if a.kind == "join"])
        elif answers:
            self.check_main(answers[0])
            want(found[1:] == self.due(answers[0]), "not the shares or consents that are due")
            for a in answers[1:]:
                linked = ("link" in a) == (a.kind == "share" or a.by != answers[0].by)
                want(linked and a["answers"] == [answers[0].name], f"the {a.kind} of {a.by}")

    def check_keys(self, joins):
        parties, first = [Party(join) for join in joins], self.first
        if self.n == 1 and not self.dealt:  # the host alone joins with the key of the opening
            want([p.name for p in parties if p.sign == first.sign] == [self.host], "the host's key")
            self.own = [first.nonce]
        self.own = [*self.own, *(value for party in parties for value in party.own)]
        want(len(self.own) == len({*self.own}), "a key, nonce or anchor stands twice at the table")

    def check_main(self, main):
        seat, kind, policy = main.get("late", main.by), main.kind, self.policy
        awaited = seat in self.active and self.awaited in (None, seat)
        want(kind in ("move", "lapse", "join") and awaited, f"a {kind} for {seat} is not awaited")
        want(all(a["do"] != "resign" for a in main.get("then", ())), "a list resigns")
        if kind == "lapse":
            want(main.by in {*self.active} - {seat} and policy["lapse"] != "never", "no claim")
        if kind == "join":
            want(len(self.seats) > 1 and policy["replace"] != "never", "no replacement here")
            self.check_keys([main])

    def due(self, main):
        """Whose consents or shares go with a statement (sections 16 and 17)."""
        if main.kind == "join":
            old = self.policy["replace"] == "handover"
            return [(s, "consent") for s in self.active if s != main.by or old]
        silent = self.seats if self.dealt or "link" not in main else (main.by, main.get("late"))
        return [(s, "share") for s in self.active if s not in silent]

    def take_links(self, answers, ruling):
        """Use the links up for the entry's key (section 11). Are there any?"""
        shown = {a.by: raw(a["link"]) for a in answers if "link" in a}
        links = [(seat, shown[seat]) for seat in self.seats if seat in shown]
        want(("link" in ruling) == (bool(links) and self.dealt), "a link too many or too few")
        links += [("arbiter", raw(ruling["link"]))] if "link" in ruling else []
        for name, link in links:
            self.parties[name].use_link(link)
        if links:
            self.key = mac(mac(self.key, P(*sum(links, ()))), P("pbem/1 draw"), b"\x01")
        return bool(links)

    def play(self, main, ruling, drawing):
        """Make the replies of an entry again; without a list, look at what shows by itself."""
        for token, opening in main.get("show", {}).items():
            seen = self.asked is None or token in self.looked.get(main.by, ())
            want(seen, f"{main.by} has never looked at {token}")
            self.open(token, opening)
        if any(a["do"] == "resign" for a in main.get("actions", ())[: ruling.get("stop")]):
            self.active = [seat for seat in self.active if seat != main.by]
        if self.asked is None:
            self.over = "secret" in ruling
            want(drawing or not {"draws", "tokens", "opened"} & ruling.keys(), "a draw, no link")
            self.hide(ruling.get("tokens", {}))
            for token, opening in ruling.get("opened", {}).items():
                self.open(token, opening)
            return ruling
        want(self.n in self.asked, "the list of requests ends before it", False)
        made, q = {"draws": [], "tokens": {}, "opened": {}, "looks": []}, 0
        asks = [r for r in self.asked[self.n] if r["ask"] not in ("choose", "end")]
        end = self.asked[self.n][len(asks):]
        serve = {"shuffle": self.serve_shuffle, "look": self.serve_look, "open": self.serve_open}
        for r in asks:
            want(drawing or r["ask"] == "look", "there is a draw without a link")
            serve.get(r["ask"], self.serve_draw)(r, q, ruling, made)
            q += r["ask"] not in ("look", "open")
        want(q or made["opened"] or main.kind in ("ready", "join") or not drawing, "a link in vain")
        want(end, f"the rules go no further in entry {self.n}: ask pbem verify", False)
        self.over, self.awaited = end[0]["ask"] == "end", end[0].get("seat")
        return made

    def hide(self, commitments):
        want(not commitments.keys() & self.used, "a token is used again")
        self.live |= commitments
        self.used |= commitments.keys()

    def open(self, token, opening):
        want(token in self.live, f"{token} stands for no card")
        made = M(raw(opening["salt"]), "card", self.id, token, opening["face"])
        want(encode(made) == self.live[token], f"the opening of {token} is false")

    def serve_draw(self, r, q, ruling, made):
        below, roll = integers(self.key, "public", q), r["ask"] == "roll"
        dice = [1 + below(r["sides"]) for _ in range(roll and r["number"])]
        made["draws"].append({r["ask"]: dice if roll else pick(r["items"], r["number"], below)})

    def serve_shuffle(self, r, q, ruling, made):
        tokens = [t for t in self.live if t in r["tokens"]]  # by age
        want(len(tokens) == len(r["tokens"]), "a dead token is shuffled")
        new = {t: ruling.get("tokens", {}).get(t) for t in r["onto"]}
        if self.secret:
            items = [*sorted(r["faces"]), *(self.faces[t][0] for t in tokens)]
            order = pick(items, len(items), integers(self.secret, "order", self.key, q))
            for t, face in zip(new, order, strict=True):
                salt = M(self.secret, "salt", self.key, q, t)
                self.faces[t], new[t] = (face, salt), encode(M(salt, "card", self.id, t, face))
        want(all(new.values()), "a commitment is missing")
        self.live = {t: made for t, made in self.live.items() if t not in tokens}
        self.hide(new)
        made["tokens"] |= new
        self.shuffles += 1

    def serve_look(self, r, q, ruling, made):
        number, seat, tokens = len(made["looks"]), r["seat"], r["tokens"]
        box = dict(enumerate(ruling.get("looks", ()))).get(number, {}).get("box", "")
        if self.secret:
            cells = [(self.faces[t][1], self.faces[t][0].encode()) for t in tokens]
            text = b"".join((s + bytes([len(f)]) + f).ljust(64, b"\0") for s, f in cells)
            place = (self.head, seat, number)
            seed, info = M(self.secret, "look", *place, text), P("pbem/1 look", self.id, *place)
            box = encode(seal(self.parties[seat].seal, text, seed, info))
        made["looks"].append({"to": seat, "box": encode(raw(box, 48 + 64 * len(tokens)))})
        self.looked.setdefault(seat, set()).update(tokens)

    def serve_open(self, r, q, ruling, made):
        for t in r["tokens"]:
            face, salt = self.faces.get(t, ("", b""))
            opening = {"face": face, "salt": encode(salt)}
            made["opened"][t] = opening if self.secret else ruling.get("opened", {}).get(t, opening)
            self.open(t, made["opened"][t])

    def check_rest(self, pending, now):
        """What waits for the next entry, and what the record says of the present (section 10)."""
        kinds = [*FIELDS]
        places = [(kinds.index(s.kind), self.seats.index(s.by)) for s in pending]
        want(places == sorted({*places}) and not (places and self.over), "the order of pending")
        for s in pending:
            want(self.check_signed(s), f"the {s.kind} of {s.by} is not onto the newest head")
            want(self.n > 2 or s.kind == kinds[self.n], f"a pending {s.kind}")
        want_fields(now, "n head awaited state actions forms over then? result?")
        want([now["n"], now["head"]] == [self.n, encode(self.head)], "now is of another head")
        ended = [now["over"], "result" in now] == [self.over, self.over and not self.broken_off]
        want(ended or (self.asked is None and not self.dealt), "now: over or not")
        state, hashed = now["state"], encode(H("state", canon(now["state"])))
        want((state is None) == (self.n < 3) and self.state in (None, hashed), "now: another state")

def verify(record, requests=None):
    """The verdict on a record. Raises Broken, and FORM for what has an odd form."""
    want_fields(record, "pbem kind entries pending now")
    want(repr([record["pbem"], record["kind"]]) == "[1, 'record']", "this is no record")
    (opening,), *entries = record["entries"]
    asked = requests and {e["n"]: e["requests"] for e in requests["entries"]}
    table = Table(Statement(opening), asked, record["entries"][-1][-1].get("secret"))
    want(not requests or requests["table"] == encode(table.id), "requests of another table")
    for bodies in entries:
        table.entry(bodies)
    table.check_rest([Statement(body) for body in record["pending"]], record["now"])
    if table.n < 3 or not requests:
        unchecked = "draws and hidden cards unchecked without a list of requests"
        return "consistent, " + (unchecked if table.n > 2 else "the game has not started")
    if table.over:
        return "proven" + ", broken off without a result" * table.broken_off
    hidden = f"{(n := table.shuffles)} hidden shuffle{'s' * (n > 1)} unproven" * (n > 0)
    return "consistent, " + (hidden or "the game is running")

def judge(names):
    """The verdict in words, and the exit status."""
    if len(names) not in (1, 2):
        return __doc__, 2
    try:
        return f"{names[0]}: {verify(*map(read, names))}", 0
    except Broken as error:
        words, _, party = error.args
        sure = ", if the requests are right" * len(names[1:])  # nobody signs them
        told = f"evidence of cheating by {party}{sure}" if party else "broken"
        return f"{names[0]}: {told}: {words}", 3 if party else 1
    except OSError as error:
        return f"{names[0]}: not read: {error.strerror}", 1
    except FORM as error:
        return f"{names[0]}: broken: not of the protocol's form ({error})", 1

if __name__ == "__main__":
    words, status = judge(sys.argv[1:])
    print(words.encode("ascii", "backslashreplace").decode())
    sys.exit(status)
