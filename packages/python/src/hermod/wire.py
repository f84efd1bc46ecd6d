"""What goes over the wire. Made from docs/openapi.json by packages/scripts/generate.mjs. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Literal, TypedDict, Union


class _DeliveryReport(TypedDict):
    messageId: str
    status: Literal["SCHEDULED", "SENT", "DELIVERED", "FAILED", "REJECTED", "UNKNOWN", "CANCELLED"]
    segments: int


class DeliveryReport(_DeliveryReport, total=False):
    price: float
    reference: str


class _InboundMessage(TypedDict):
    Sender: str
    Recipient: str
    Message: str
    Time: str


class InboundMessage(_InboundMessage, total=False):
    Keyword: Literal["STOP", "START", "HELP"]


class SenderStatusEvent(TypedDict):
    eventId: str
    senderId: str
    previousStatus: Literal["Pending", "Confirmation Pending", "Confirmed", "Rejected"]
    status: Literal["Pending", "Confirmation Pending", "Confirmed", "Rejected"]
    occurredAt: str


class _VerdictCause(TypedDict):
    reasonText: str
    by: Literal["sender", "recipient", "operator", "carrier"]


class VerdictCause(_VerdictCause, total=False):
    advice: str
    code: str


class _VerdictNotes(TypedDict):
    kind: Literal["fallback planned", "fallback sent", "report pending", "report failed"]
    sentence: str


class VerdictNotes(_VerdictNotes, total=False):
    at: str
    deliveryId: str
    attempts: int
    reasonText: str


class _Verdict(TypedDict):
    kind: Literal["scheduled", "paused", "no route", "carrier down", "carrier refusing", "carrier throttled", "waiting", "retrying", "queued", "sending", "sent", "delivered", "failed", "expired", "rejected", "unknown", "cancelled"]
    sentence: str
    notes: List[VerdictNotes]
    actions: List[Literal["cancel", "resend"]]


class Verdict(_Verdict, total=False):
    """What has happened to the message, why, and what can be done; only when a single message is retrieved"""

    cause: VerdictCause
    since: str
    until: str
    seconds: float
    attempts: int
    cancelledByOperator: bool


class _Message(TypedDict):
    messageId: str
    status: Literal["ACCEPTED", "SCHEDULED", "SENT", "DELIVERED", "FAILED", "REJECTED", "UNKNOWN", "CANCELLED"]
    sender: str
    destination: str
    country: str
    segmentCount: int
    encoding: str
    price: float
    acceptedAt: str
    updatedAt: str


class Message(_Message, total=False):
    scheduledTime: int
    scheduledAt: str
    content: str
    reference: str
    reason: str
    reasonText: str
    attemptCount: int
    nextAttemptAt: str
    verdict: Verdict


class _MessageList(TypedDict):
    messages: List[Message]


class MessageList(_MessageList, total=False):
    nextCursor: str
    searchedTo: str


class CancelledSelectionMessages(TypedDict):
    messageId: str
    status: Literal["ACCEPTED", "SCHEDULED", "SENT", "DELIVERED", "FAILED", "REJECTED", "UNKNOWN", "CANCELLED"]
    cancelled: bool


class CancelledSelection(TypedDict):
    cancelled: int
    messages: List[CancelledSelectionMessages]


class ResendPreviewRefused(TypedDict):
    messageId: str
    error: str


class ResendPreview(TypedDict):
    messages: int
    segments: int
    price: float
    currency: str
    refused: List[ResendPreviewRefused]


class ResentMessagesMessages(TypedDict):
    messageId: str
    resentAs: str


class ResentMessages(TypedDict):
    messages: List[ResentMessagesMessages]
    price: float
    currency: str


_TimelineEntryRequest_from = TypedDict("_TimelineEntryRequest_from", {"from": str}, total=False)


class _TimelineEntryRequest(TypedDict):
    at: str
    kind: Literal["request"]
    recipients: int


class TimelineEntryRequest(_TimelineEntryRequest_from, _TimelineEntryRequest, total=False):
    via: Literal["http", "email", "console", "smpp", "verify"]
    requestId: str
    keyId: str
    keyPrefix: str
    keyLabel: str
    by: str
    byKind: Literal["operator", "operator-token", "customer"]
    emailId: str
    scheduledAt: str


class _TimelineEntryLedger(TypedDict):
    at: str
    kind: Literal["ledger"]
    entry: Literal["charge", "refund", "top-up", "correction"]
    amount: float


class TimelineEntryLedger(_TimelineEntryLedger, total=False):
    note: str


class _TimelineEntryState(TypedDict):
    at: str
    kind: Literal["state"]
    status: Literal["ACCEPTED", "SCHEDULED", "SENT", "DELIVERED", "FAILED", "REJECTED", "UNKNOWN", "CANCELLED"]


class TimelineEntryState(_TimelineEntryState, total=False):
    reason: str
    reasonText: str
    attempts: int


class TimelineEntryPart(TypedDict):
    at: str
    kind: Literal["part"]
    part: int
    total: int


class _TimelineEntryReceipt(TypedDict):
    at: str
    kind: Literal["receipt"]
    outcome: str


class TimelineEntryReceipt(_TimelineEntryReceipt, total=False):
    part: int


class _TimelineEntryWebhook(TypedDict):
    at: str
    kind: Literal["webhook"]
    deliveryId: str
    event: Literal["ACCEPTED", "SCHEDULED", "SENT", "DELIVERED", "FAILED", "REJECTED", "UNKNOWN", "CANCELLED"]
    url: str
    attempt: int
    durationMs: int


class TimelineEntryWebhook(_TimelineEntryWebhook, total=False):
    status: int
    error: str
    reasonText: str
    answer: str


class _TimelineEntryRetry(TypedDict):
    at: str
    kind: Literal["retry"]


class TimelineEntryRetry(_TimelineEntryRetry, total=False):
    deliveryId: str
    url: str
    reason: str


TimelineEntry = Union[TimelineEntryRequest, TimelineEntryLedger, TimelineEntryState, TimelineEntryPart, TimelineEntryReceipt, TimelineEntryWebhook, TimelineEntryRetry]


class Timeline(TypedDict):
    message: Message
    entries: List[TimelineEntry]


class _DeliveryLastAttempt(TypedDict):
    at: str
    durationMs: int


class DeliveryLastAttempt(_DeliveryLastAttempt, total=False):
    status: int
    error: str
    reasonText: str
    answer: str


class _DeliveryAttempts(TypedDict):
    at: str
    durationMs: int


class DeliveryAttempts(_DeliveryAttempts, total=False):
    status: int
    error: str
    reasonText: str
    answer: str


class _Delivery(TypedDict):
    deliveryId: str
    kind: Literal["delivery report", "inbound message", "sender status"]
    url: str
    payload: str
    state: Literal["waiting", "retrying", "delivered", "given up"]
    createdAt: str
    attemptCount: int


class Delivery(_Delivery, total=False):
    messageId: str
    endpointId: str
    nextAttemptAt: str
    lastAttempt: DeliveryLastAttempt
    attempts: List[DeliveryAttempts]


class _DeliveryList(TypedDict):
    deliveries: List[Delivery]


class DeliveryList(_DeliveryList, total=False):
    nextCursor: str


class _Endpoint(TypedDict):
    origin: str
    state: Literal["healthy", "failing", "open"]
    waiting: int
    retrying: int
    delivered24h: int
    givenUp24h: int


class Endpoint(_Endpoint, total=False):
    endpointId: str
    lastStatus: int
    lastError: str
    lastAttemptAt: str
    retryAt: str
    atLeast: bool


class EndpointList(TypedDict):
    endpoints: List[Endpoint]


class Replayed(TypedDict):
    replayed: int


class WebhookSecret(TypedDict):
    secret: str


class SendResponseMessages(TypedDict):
    messageId: str
    destination: str


class _SendResponse(TypedDict):
    messages: List[SendResponseMessages]
    status: Literal["accepted", "scheduled"]
    segmentCount: int


class SendResponse(_SendResponse, total=False):
    scheduledTime: int
    scheduledAt: str


class PreviewForcesUnicode(TypedDict):
    character: str
    positions: List[int]


class _PreviewRecipients(TypedDict):
    destination: str
    country: str
    price: float


class PreviewRecipients(_PreviewRecipients, total=False):
    rejected: str


class Preview(TypedDict):
    content: str
    encoding: str
    segmentCount: int
    forcesUnicode: List[PreviewForcesUnicode]
    recipients: List[PreviewRecipients]
    total: float
    currency: str
    balanceAfter: float
    affordable: bool


class AccountPrices(TypedDict):
    country: str
    unitPrice: float
    priceList: str


class AccountSmppWarnings(TypedDict):
    systemId: str
    texts: int
    lastAt: str


class _Account(TypedDict):
    accountId: str
    name: str
    currency: str
    balance: float
    creditLimit: float
    spentLast7Days: float
    prices: List[AccountPrices]
    smppWarnings: List[AccountSmppWarnings]


class Account(_Account, total=False):
    daysLeft: float


class Inbound(TypedDict):
    inboundId: str
    senderId: Union[str, None]
    sender: str
    recipient: str
    text: str
    complete: bool
    receivedAt: str


class _InboundList(TypedDict):
    inbound: List[Inbound]


class InboundList(_InboundList, total=False):
    nextCursor: str


class _LedgerLine(TypedDict):
    entryId: str
    kind: Literal["top-up", "charge", "refund", "correction"]
    amount: float
    at: str


class LedgerLine(_LedgerLine, total=False):
    submissionId: str
    messageId: str
    messageCount: int
    sender: str
    destination: str
    reference: str


class _LedgerLines(TypedDict):
    entries: List[LedgerLine]


class LedgerLines(_LedgerLines, total=False):
    nextCursor: str


class Sender(TypedDict):
    id: str
    value: str
    status: Literal["Pending", "Confirmation Pending", "Confirmed", "Rejected"]
    channel: Literal["SMS", "Viber"]


class _SenderDetails(TypedDict):
    id: str
    value: str
    status: Literal["Pending", "Confirmation Pending", "Confirmed", "Rejected"]
    channel: Literal["SMS", "Viber"]
    type: Literal[0, 1]
    createdAt: str
    updatedAt: str


class SenderDetails(_SenderDetails, total=False):
    reason: str
    deliveryReportUrl: str
    inboundUrl: str
    statusCallbackUrl: str
    receipts: str
    inbound: str


class _SenderList(TypedDict):
    senders: List[SenderDetails]


class SenderList(_SenderList, total=False):
    nextCursor: str


class _SenderRegistration(TypedDict):
    value: str
    type: Literal[0, 1]
    channel: Literal["SMS", "Viber"]


class SenderRegistration(_SenderRegistration, total=False):
    statusCallbackUrl: Union[str, None]


class SenderConfirmation(TypedDict):
    id: str
    confirmationCode: str


class SenderSettings(TypedDict, total=False):
    """null or an empty string clears a field; omitted fields are not changed"""

    deliveryReportUrl: Union[str, None]
    inboundUrl: Union[str, None]
    statusCallbackUrl: Union[str, None]
    receipts: Union[str, None]
    inbound: Union[str, None]


class _VerifyStart(TypedDict):
    to: str
    sender: str


class VerifyStart(_VerifyStart, total=False):
    channel: Literal["SMS"]
    language: str
    service: str
    length: int
    lifetimeSeconds: int
    appHash: str
    domain: str


class VerifyStarted(TypedDict):
    id: str
    to: str
    status: Literal["pending"]
    expiresAt: str
    messageId: str


class _VerifyCheck(TypedDict):
    code: str


class VerifyCheck(_VerifyCheck, total=False):
    """Exactly one of id and to. Each code allows 5 attempts"""

    id: str
    to: str


class VerifyApproved(TypedDict):
    id: str
    status: Literal["approved"]


class VerifyTemplate(TypedDict):
    language: str
    template: str
    own: bool


class VerifyTemplateList(TypedDict):
    templates: List[VerifyTemplate]


class VerifyTemplateChange(TypedDict):
    template: str


class SendRequestMessage(TypedDict, total=False):
    """Required without a template"""

    content: Union[str, None]
    isUnicode: Union[bool, None]


class SendRequestTemplate(TypedDict, total=False):
    """Extension. Template that the text comes from, instead of message.content"""

    id: Union[str, None]
    name: Union[str, None]
    language: Union[str, None]
    version: Union[int, None]
    variables: Union[Dict[str, Union[str, float, None]], None]


class _SendRequest(TypedDict):
    sender: str
    destinations: List[str]


class SendRequest(_SendRequest, total=False):
    """null for an optional field counts as omitted"""

    message: Union[SendRequestMessage, None]
    template: Union[SendRequestTemplate, None]
    deliveryReportUrl: Union[str, None]
    scheduledTime: Union[int, None]
    priceReport: Union[bool, None]
    validitySeconds: Union[int, None]
    fallbackSeconds: Union[int, None]
    reference: Union[str, None]
