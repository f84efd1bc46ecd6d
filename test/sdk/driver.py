"""Calls the Python client as instructed, one call per line, and answers in the words of the TypeScript SDK."""

import json
import re
import sys

import hermod

clients = {}
# Names that differ in Python.
words = {"from": "since", "to": "until", "timeout_ms": "timeout"}


def snake(name):
    written = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)
    return words.get(written, written)


def camel(name):
    return re.sub("_([a-z])", lambda letter: letter[1].upper(), name)


def client_of(options):
    """One for each set of options, so that connections are kept."""
    key = json.dumps(options)
    if key not in clients:
        given = {snake(name): value for name, value in options.items()}
        if "timeout" in given:
            given["timeout"] /= 1000
        clients[key] = hermod.Hermod(**given)
    return clients[key]


def call(options, method, args):
    if method == "verify":
        received, secrets, *rest = args
        tolerance = {snake(name): value for name, value in (rest[0] if rest else {}).items()}
        event = hermod.webhooks.verify(received["headers"], received["body"].encode(), secrets, **tolerance)
        return {"kind": event.kind, "id": event.id, "data": event.data, "sentAt": event.sent_at.isoformat()}
    target = client_of(options)
    for name in method.split("."):
        target = getattr(target, snake(name))
    named = {}
    # The recipient of a verification; elsewhere, `to` is a time.
    renamed = (lambda name: name if name == "to" else snake(name)) if method.startswith("verify.") else snake
    for argument in args:
        if isinstance(argument, dict):
            named.update({renamed(name): value for name, value in argument.items()})
    message = named.pop("message", {})
    named.update({snake(name): value for name, value in message.items()})
    result = target(*[argument for argument in args if not isinstance(argument, dict)], **named)
    return list(result) if hasattr(result, "pages") else result


def outcome_of(options, method, args):
    try:
        return {"value": call(options, method, args)}
    except Exception as error:
        facts = {camel(name): value for name, value in vars(error).items() if value is not None}
        return {"error": {"type": type(error).__name__, "message": str(error), **facts}}


for line in sys.stdin:
    asked = json.loads(line)
    outcome = outcome_of(asked["options"], asked["method"], asked["args"])
    print(json.dumps({"id": asked["id"], **outcome}), flush=True)
