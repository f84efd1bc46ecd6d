// Made from docs/openapi.json by packages/scripts/generate.mjs. Do not edit.
export interface paths {
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account (extension)
         * @description Returns the balance, how long it will last, the prices and any SMPP warnings of the calling account.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inbound messages (extension)
         * @description Returns a page of received messages, newest first.
         */
        get: operations["listInbound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions (extension)
         * @description Returns a page of the ledger, newest first, each transaction with what it is for. The sum of all transactions is the balance.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List senders (extension)
         * @description Returns a page of senders, newest first.
         */
        get: operations["listSenders"];
        put?: never;
        /**
         * Register a sender
         * @description Registers a name or number and sends a confirmation code: to the number itself, or, for an approved name, to the contact e-mail address of the account.
         */
        post: operations["registerSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/senders/{senderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a sender (extension) */
        get: operations["getSender"];
        put?: never;
        post?: never;
        /**
         * Delete a sender
         * @description Scheduled messages from the sender are rejected when they are due. The sender can be registered again.
         */
        delete: operations["deleteSender"];
        options?: never;
        head?: never;
        /**
         * Update a sender (extension)
         * @description Sets the URLs and delivery channels of a sender. null clears a field; omitted fields are not changed.
         */
        patch: operations["updateSender"];
        trace?: never;
    };
    "/v1/senders/{senderId}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a new sender code (extension)
         * @description At most once per minute and five times per hour. The previous code becomes invalid.
         */
        post: operations["requestSenderCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/senders/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a sender
         * @description A code is valid for 30 minutes and 5 attempts.
         */
        post: operations["confirmSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages (extension)
         * @description Returns a page of messages, newest first.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send an SMS
         * @description Sends a text to one or more recipients, immediately or at a scheduled time, and returns one message id per recipient. The request is accepted for all recipients or for none.
         */
        post: operations["sendMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a message (extension) */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/{messageId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a scheduled message (extension)
         * @description Refunds the price, sends a CANCELLED report and returns the message. Cancelling it again changes nothing and returns 200.
         */
        post: operations["cancelMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/{messageId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the timeline of a message (extension)
         * @description Returns the request, the transactions, each status, each webhook attempt and the next planned attempt.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel scheduled messages (extension)
         * @description Cancels those of the messages that are scheduled, as cancelling each alone would; the others keep their status. If a message does not exist, nothing changes. A repetition returns the same.
         */
        post: operations["cancelMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a message (extension)
         * @description Returns the text, encoding, segments and prices that a send request would have. Nothing is sent or charged.
         */
        post: operations["previewMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send messages again (extension)
         * @description Sends a copy of each message now, at the prices of now: a new message with the sender, recipient, text, reference and report URL of the original. Only messages with a final status can be sent again. All of them are accepted, or none.
         */
        post: operations["resendMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sms/messages/resend/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview sending messages again (extension)
         * @description Returns what sending the messages again would cost, and those that would be refused. Nothing is sent.
         */
        post: operations["previewResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a verification code (extension)
         * @description Sends a code by SMS at the normal price. A new code for the same number replaces the previous one. The number of codes is limited per number, per range of numbers and per account. Where few codes are confirmed, sending is blocked for some time to prevent SMS pumping fraud.
         */
        post: operations["startVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a verification code (extension)
         * @description A code is approved once and allows 5 attempts. Every other case returns the same 422: a wrong, expired, used or replaced code, no attempts left, or an unknown id or number.
         */
        post: operations["checkVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verification templates (extension)
         * @description Returns one template per language. The account's own templates replace the built-in ones.
         */
        get: operations["listVerifyTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/verify/templates/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a verification template (extension)
         * @description Sets the text of verification codes in one language.
         */
        put: operations["setVerifyTemplate"];
        post?: never;
        /**
         * Delete a verification template (extension)
         * @description Deletes the account's own text of a language; the built-in text applies again, if there is one.
         */
        delete: operations["deleteVerifyTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries (extension)
         * @description Returns a page of webhook deliveries, newest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook delivery (extension)
         * @description Returns the delivery with all its attempts.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a webhook delivery (extension)
         * @description Delivers the event immediately, with all retries and the same webhook-id.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints (extension)
         * @description Returns the endpoints with pending deliveries or attempts in the last 24 hours, and their state.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed webhooks (extension)
         * @description Delivers all failed events since a time again, with all retries and the same webhook-id.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event (extension)
         * @description Sends a sample event to a URL. It is signed and retried like a real event.
         */
        post: operations["sendSampleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the webhook secret (extension)
         * @description Returns a new signing secret. Webhooks are signed with both the new and the previous secret for 24 hours.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /** Format: uuid */
            accountId: string;
            /** @description Current balance; may be negative down to the credit limit */
            balance: number;
            /** @description Amount by which the balance may be negative */
            creditLimit: number;
            currency: string;
            /** @description Days that balance and credit limit last at the rate of the last 7 days; absent if nothing was spent in them */
            daysLeft?: number;
            name: string;
            /** @description Active prices. Messages can be sent to these countries only */
            prices: {
                country: string;
                priceList: string;
                /** @description Price per segment */
                unitPrice: number;
            }[];
            /** @description SMPP credentials that submitted texts with data_coding 0 and octets above 0x7F in the last 7 days. Such texts are decoded as ISO 8859-1; use data_coding 3 instead */
            smppWarnings: {
                /** Format: date-time */
                lastAt: string;
                systemId: string;
                /** @description Number of such texts on the day (UTC) of the last one */
                texts: number;
            }[];
            /** @description Charges minus refunds of the last 7 days, as counted by the statistics */
            spentLast7Days: number;
        };
        CancelledSelection: {
            /** @description Number of messages that are CANCELLED */
            cancelled: number;
            /** @description One entry per message, in the order of the request */
            messages: {
                /** @description Whether the message is CANCELLED, now or since an earlier request */
                cancelled: boolean;
                /** Format: uuid */
                messageId: string;
                /**
                 * @description ACCEPTED, or a status of delivery reports
                 * @enum {unknown}
                 */
                status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            }[];
        };
        Delivery: {
            /** @description Attempts since the event or the last replay */
            attemptCount: number;
            /** @description All attempts, oldest first; only when a single delivery is retrieved */
            attempts?: {
                /** @description First bytes of the response */
                answer?: string;
                /**
                 * Format: date-time
                 * @description End of the attempt
                 */
                at: string;
                durationMs: number;
                /** @description Error of the attempt */
                error?: string;
                /** @description Why the attempt failed and what to do, in plain words; absent if it succeeded */
                reasonText?: string;
                /** @description HTTP status of the response; absent without a response */
                status?: number;
            }[];
            /**
             * Format: date-time
             * @description Time of the event
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description Id of the delivery, same as the webhook-id header of every attempt
             */
            deliveryId: string;
            /**
             * Format: uuid
             * @description Managed endpoint that the event is sent to
             */
            endpointId?: string;
            /** @enum {unknown} */
            kind: "delivery report" | "inbound message" | "sender status";
            lastAttempt?: {
                /** @description First bytes of the response */
                answer?: string;
                /**
                 * Format: date-time
                 * @description End of the attempt
                 */
                at: string;
                durationMs: number;
                /** @description Error of the attempt */
                error?: string;
                /** @description Why the attempt failed and what to do, in plain words; absent if it succeeded */
                reasonText?: string;
                /** @description HTTP status of the response; absent without a response */
                status?: number;
            };
            /**
             * Format: uuid
             * @description Id of the message; only for delivery reports
             */
            messageId?: string;
            /**
             * Format: date-time
             * @description Time of the next attempt, if one is planned
             */
            nextAttemptAt?: string;
            /** @description Request body */
            payload: string;
            /**
             * @description waiting: not attempted yet, or waiting for an earlier event of the same message; retrying: failed, with another attempt planned
             * @enum {unknown}
             */
            state: "waiting" | "retrying" | "delivered" | "given up";
            url: string;
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            nextCursor?: string;
        };
        /**
         * @example {
         *       "messageId": "01a1dd05-e828-7001-9785-625698a09e9d",
         *       "status": "DELIVERED",
         *       "segments": 1,
         *       "price": 0.01
         *     }
         */
        DeliveryReport: {
            /**
             * Format: uuid
             * @description Id of the message, as in the send response
             */
            messageId: string;
            /** @description Price of the whole message, only if priceReport was true; 0 after a refund (REJECTED, CANCELLED) */
            price?: number;
            /** @description Reference of the send request, if it gave one (extension) */
            reference?: string;
            /** @description SMS segments of the message */
            segments: number;
            /**
             * @description DELIVERED, FAILED, REJECTED and CANCELLED are final; UNKNOWN may still be corrected
             * @enum {unknown}
             */
            status: "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
        };
        Endpoint: {
            /** @description true: the account has more deliveries than were counted; all counts are minimums */
            atLeast?: boolean;
            /** @description Successful deliveries of the last 24 hours */
            delivered24h: number;
            /**
             * Format: uuid
             * @description Managed endpoint; absent for URLs of requests and senders
             */
            endpointId?: string;
            /** @description Deliveries given up in the last 24 hours */
            givenUp24h: number;
            /**
             * Format: date-time
             * @description End of the last attempt
             */
            lastAttemptAt?: string;
            /** @description Error of the last attempt, if it failed */
            lastError?: string;
            /** @description HTTP status of the last attempt, if there was a response */
            lastStatus?: number;
            /**
             * @description Scheme, host and port of the URLs
             * @example https://shop.example.com
             */
            origin: string;
            /**
             * Format: date-time
             * @description Time of the next attempt, unless healthy
             */
            retryAt?: string;
            /** @description Failed deliveries with another attempt planned */
            retrying: number;
            /**
             * @description failing: the last attempt failed, or retries are planned; open: paused after repeated failures, until retryAt
             * @enum {unknown}
             */
            state: "healthy" | "failing" | "open";
            /** @description Deliveries that were not attempted yet */
            waiting: number;
        };
        EndpointList: {
            /** @description Endpoints, failing ones first, at most 1000 */
            endpoints: components["schemas"]["Endpoint"][];
        };
        Inbound: {
            /** @description false if parts are missing */
            complete: boolean;
            /** Format: uuid */
            inboundId: string;
            /**
             * Format: date-time
             * @description Time of receipt
             */
            receivedAt: string;
            /** @description Number or name that the message was sent to */
            recipient: string;
            /** @description Phone number of the author */
            sender: string;
            /** @description Sender of the account that received the message */
            senderId: string | null;
            text: string;
        };
        InboundList: {
            inbound: components["schemas"]["Inbound"][];
            /** @description Absent on the last page. A filtered page may be short or empty and still have one */
            nextCursor?: string;
        };
        /**
         * @example {
         *       "Sender": "+38640123456",
         *       "Recipient": "+38640111222",
         *       "Message": "Yes, please",
         *       "Time": "2026-11-15 12:00:00"
         *     }
         */
        InboundMessage: {
            /**
             * @description Extension. Present only if the whole text is a keyword; STOP and START have changed the opt-outs
             * @enum {unknown}
             */
            Keyword?: "STOP" | "START" | "HELP";
            /** @description Text of the SMS */
            Message: string;
            /** @description Number or name that the SMS was sent to */
            Recipient: string;
            /** @description Phone number of the author */
            Sender: string;
            /** @description Time of receipt in UTC: yyyy-MM-dd HH:mm:ss */
            Time: string;
        };
        LedgerLine: {
            /** @description Amount in the currency of the account; negative for a charge */
            amount: number;
            /**
             * Format: date-time
             * @description Time of the transaction
             */
            at: string;
            /** @description Recipient of `messageId`; absent once the message is no longer stored */
            destination?: string;
            /**
             * Format: uuid
             * @description Id of the transaction; for a charge, that of the request
             */
            entryId: string;
            /** @enum {unknown} */
            kind: "top-up" | "charge" | "refund" | "correction";
            /** @description Number of messages of a charge; absent in charges of older releases */
            messageCount?: number;
            /**
             * Format: uuid
             * @description Refunded message, or the message of a charge for only one
             */
            messageId?: string;
            /** @description Reference of a top-up or an adjustment, such as the number of an invoice */
            reference?: string;
            /** @description Sender of the request; absent once the request is no longer stored */
            sender?: string;
            /**
             * Format: uuid
             * @description Request that was charged, or whose message was refunded
             */
            submissionId?: string;
        };
        LedgerLines: {
            entries: components["schemas"]["LedgerLine"][];
            /** @description Absent on the last page. A filtered page may be short or empty and still have one */
            nextCursor?: string;
        };
        Message: {
            /**
             * Format: date-time
             * @description Time of acceptance
             */
            acceptedAt: string;
            /** @description Number of failed attempts to hand the message to a carrier; absent if there was none */
            attemptCount?: number;
            /** @description Text as sent */
            content?: string;
            /** @description ISO 3166 code of the destination */
            country: string;
            destination: string;
            /** @description GSM-7 or UCS-2 */
            encoding: string;
            /** Format: uuid */
            messageId: string;
            /**
             * Format: date-time
             * @description Time of the next attempt, while one is planned
             */
            nextAttemptAt?: string;
            /** @description Price of the message; 0 after a refund (REJECTED, CANCELLED) */
            price: number;
            /** @description Reason of a rejection or failure, or of the last failed attempt, if known */
            reason?: string;
            /** @description The reason in plain words (see the reference of reasons), or the text that the operator has set for the code */
            reasonText?: string;
            /** @description Reference of the send request, if it gave one (extension) */
            reference?: string;
            /**
             * Format: date-time
             * @description Only for scheduled messages
             */
            scheduledAt?: string;
            scheduledTime?: number;
            segmentCount: number;
            sender: string;
            /**
             * @description ACCEPTED, or a status of delivery reports
             * @enum {unknown}
             */
            status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            /**
             * Format: date-time
             * @description Time of the last status change
             */
            updatedAt: string;
            verdict?: components["schemas"]["Verdict"];
        };
        MessageList: {
            messages: components["schemas"]["Message"][];
            /** @description Cursor of the next page. A filtered page may be short or empty and still have one. */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description Time back to which the search has looked; present with nextCursor
             */
            searchedTo?: string;
        };
        Preview: {
            /** @description Whether balance and credit limit currently cover the total */
            affordable: boolean;
            /** @description Balance after sending */
            balanceAfter: number;
            /** @description Text after replacement */
            content: string;
            currency: string;
            encoding: string;
            /** @description Characters outside the GSM character set, and their positions in the text after replacement (in characters, from 0) */
            forcesUnicode: {
                character: string;
                positions: number[];
            }[];
            recipients: {
                country: string;
                destination: string;
                /** @description Price of the message, all segments */
                price: number;
                /** @description Reason why the message would be REJECTED: an opt-out */
                rejected?: string;
            }[];
            segmentCount: number;
            /** @description Total price of all messages */
            total: number;
        };
        Replayed: {
            /** @description Number of replayed deliveries */
            replayed: number;
        };
        ResendPreview: {
            currency: string;
            /** @description Number of messages that would be sent, without the refused ones */
            messages: number;
            /** @description Total price of the new messages */
            price: number;
            /** @description Messages that cannot be sent again */
            refused: {
                /** @description Error text that sending it would return */
                error: string;
                /** Format: uuid */
                messageId: string;
            }[];
            /** @description SMS segments of all of them */
            segments: number;
        };
        ResentMessages: {
            currency: string;
            /** @description One entry per message, in the order of the request */
            messages: {
                /**
                 * Format: uuid
                 * @description The original message
                 */
                messageId: string;
                /**
                 * Format: uuid
                 * @description The new message
                 */
                resentAs: string;
            }[];
            /** @description Total price of the new messages */
            price: number;
        };
        Sender: {
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /**
             * Format: uuid
             * @description Id of the sender
             */
            id: string;
            /** @enum {unknown} */
            status: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            value: string;
        };
        SenderConfirmation: {
            /**
             * @description Six digits
             * @example 123456
             */
            confirmationCode: string;
            /**
             * Format: uuid
             * @description Id of the sender, returned by the registration
             */
            id: string;
        };
        SenderDetails: {
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /**
             * Format: date-time
             * @description Time of registration
             */
            createdAt: string;
            deliveryReportUrl?: string;
            /**
             * Format: uuid
             * @description Id of the sender
             */
            id: string;
            /** @description Channel of inbound messages, if it overrides that of the account */
            inbound?: string;
            inboundUrl?: string;
            /** @description Reason of a rejection */
            reason?: string;
            /** @description Channel of delivery reports, if it overrides that of the account */
            receipts?: string;
            /** @enum {unknown} */
            status: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            statusCallbackUrl?: string;
            /**
             * @description 0: alphanumeric, 1: MSISDN
             * @enum {unknown}
             */
            type: 0 | 1;
            /**
             * Format: date-time
             * @description Time of the last status change
             */
            updatedAt: string;
            value: string;
        };
        SenderList: {
            nextCursor?: string;
            senders: components["schemas"]["SenderDetails"][];
        };
        SenderRegistration: {
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /** @description URL for status-change webhooks; not validated. null or an empty string counts as omitted */
            statusCallbackUrl?: string | null;
            /**
             * @description 0: alphanumeric, 1: MSISDN
             * @enum {unknown}
             */
            type: 0 | 1;
            /**
             * @description Name, or Slovenian phone number. A name has 1 to 11 characters for SMS, up to 28 for Viber: letters A to Z, digits, spaces and - _ . & +
             * @example My Shop
             */
            value: string;
        };
        /** @description null or an empty string clears a field; omitted fields are not changed */
        SenderSettings: {
            /** @description URL for delivery reports of messages from this sender, unless the send request names another */
            deliveryReportUrl?: string | null;
            /** @description Channel of inbound messages: auto, webhook, smpp or both; null: that of the account */
            inbound?: string | null;
            /** @description URL for messages to this sender */
            inboundUrl?: string | null;
            /** @description Channel of delivery reports: auto, webhook, smpp or both; null: that of the account */
            receipts?: string | null;
            /** @description URL for status-change webhooks; not validated */
            statusCallbackUrl?: string | null;
        };
        /**
         * @example {
         *       "eventId": "01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11",
         *       "senderId": "01a1dd05-e828-7001-9785-625698a09e9d",
         *       "previousStatus": "Confirmation Pending",
         *       "status": "Confirmed",
         *       "occurredAt": "2026-11-15T12:00:00.123Z"
         *     }
         */
        SenderStatusEvent: {
            /**
             * Format: uuid
             * @description Id of the event, same as the webhook-id header
             */
            eventId: string;
            /**
             * Format: date-time
             * @description Time of the change in UTC
             */
            occurredAt: string;
            /** @enum {unknown} */
            previousStatus: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            /**
             * Format: uuid
             * @description Id of the sender, as in the registration response
             */
            senderId: string;
            /** @enum {unknown} */
            status: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
        };
        /** @description null for an optional field counts as omitted */
        SendRequest: {
            /** @description URL for delivery reports. Default: the sender's deliveryReportUrl. An empty string counts as omitted. */
            deliveryReportUrl?: string | null;
            /**
             * @description Recipient phone numbers in E.164 format with leading +. One invalid number rejects the whole request.
             * @example [
             *       "+38640123456"
             *     ]
             */
            destinations: string[];
            /** @description Extension. Seconds without a delivery receipt after which the message is also sent through another carrier, if one is available: once, at no extra charge. The message may arrive twice. */
            fallbackSeconds?: number | null;
            /** @description Required without a template */
            message?: {
                /**
                 * @description SMS text: at most 640 characters after replacement, not blank. Required without a template
                 * @example Hello from Hermod
                 */
                content?: string | null;
                /**
                 * @description true: the text is sent unchanged as Unicode. false: characters outside the GSM character set are replaced by similar ones where possible.
                 * @default false
                 */
                isUnicode?: boolean | null;
            } | null;
            /**
             * @description Whether delivery reports include the price, if available
             * @default false
             */
            priceReport?: boolean | null;
            /**
             * @description Extension. Your own text for this request, without control characters. Returned in delivery reports and with messages, and a filter of lists. Not sent to carriers or recipients.
             * @example order-4711
             */
            reference?: string | null;
            /** @description Unix time in seconds. Omitted, now or in the past: the message is sent immediately. */
            scheduledTime?: number | null;
            /**
             * @description Sender name or phone number configured for the account
             * @example Hermod
             */
            sender: string;
            /**
             * @description Extension. Template that the text comes from, instead of message.content
             * @example {
             *       "name": "order shipped",
             *       "language": "sl",
             *       "variables": {
             *         "name": "Ana"
             *       }
             *     }
             */
            template?: {
                /**
                 * Format: uuid
                 * @description Id of the template; or its name
                 */
                id?: string | null;
                /** @description Language of the text; without its region if the template has no text in it, else the default language */
                language?: string | null;
                /** @description Name of the template; or its id */
                name?: string | null;
                /** @description Values by the name of the variable */
                variables?: {
                    [key: string]: string | number | null;
                } | null;
                /** @description Version of the template. Default: the newest */
                version?: number | null;
            } | null;
            /** @description Extension. Validity period in seconds from acceptance or from the scheduled time. A message that no carrier has accepted by then becomes FAILED; carriers get the same period. Default: the maximum. */
            validitySeconds?: number | null;
        };
        SendResponse: {
            /** @description One message per recipient */
            messages: {
                destination: string;
                /** Format: uuid */
                messageId: string;
            }[];
            /**
             * Format: date-time
             * @description Scheduled time in UTC; only for scheduled messages
             */
            scheduledAt?: string;
            /** @description Unix time in seconds; only for scheduled messages */
            scheduledTime?: number;
            /** @description SMS segments per message */
            segmentCount: number;
            /** @enum {unknown} */
            status: "accepted" | "scheduled";
        };
        Timeline: {
            /** @description Entries, oldest first; planned attempts last */
            entries: components["schemas"]["TimelineEntry"][];
            message: components["schemas"]["Message"];
        };
        /** @description `kind` determines the other fields */
        TimelineEntry: {
            /**
             * Format: date-time
             * @description Time of acceptance
             */
            at: string;
            /** @description Name of the person, for a request from the console */
            by?: string;
            /**
             * @description Kind of that person: an operator or a user of the account. Absent before 0.2.0
             * @enum {unknown}
             */
            byKind?: "operator" | "operator-token" | "customer";
            /** Format: uuid */
            emailId?: string;
            /** @description Address of the author of the e-mail */
            from?: string;
            /** Format: uuid */
            keyId?: string;
            /** @description Label of the key */
            keyLabel?: string;
            /** @description First characters of the key */
            keyPrefix?: string;
            /** @enum {string} */
            kind: "request";
            /** @description Number of recipients of the whole request */
            recipients: number;
            /** @description X-Request-Id of the request, truncated to 64 characters */
            requestId?: string;
            /**
             * Format: date-time
             * @description Scheduled time
             */
            scheduledAt?: string;
            /**
             * @description Channel of the request. Absent if unknown: for old messages and those that the service itself sends
             * @enum {unknown}
             */
            via?: "http" | "email" | "console" | "smpp" | "verify";
        } | {
            /** @description Amount for this message; negative for a charge */
            amount: number;
            /**
             * Format: date-time
             * @description Time of the transaction
             */
            at: string;
            /** @enum {unknown} */
            entry: "charge" | "refund" | "top-up" | "correction";
            /** @enum {string} */
            kind: "ledger";
            note?: string;
        } | {
            /**
             * Format: date-time
             * @description Start of the status
             */
            at: string;
            /** @description Failed attempts to hand the message to a carrier; current status only */
            attempts?: number;
            /** @enum {string} */
            kind: "state";
            /** @description Reason of the current status, if known */
            reason?: string;
            /** @description The reason in plain words */
            reasonText?: string;
            /**
             * @description ACCEPTED, or a status of delivery reports
             * @enum {unknown}
             */
            status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
        } | {
            /**
             * Format: date-time
             * @description Time at which the carrier accepted the part
             */
            at: string;
            /** @enum {string} */
            kind: "part";
            /** @description Number of the part, from 1 */
            part: number;
            total: number;
        } | {
            /**
             * Format: date-time
             * @description Time of the receipt
             */
            at: string;
            /** @enum {string} */
            kind: "receipt";
            /** @description delivered, failed, rejected or unknown */
            outcome: string;
            /** @description Number of the part, from 1 */
            part?: number;
        } | {
            /** @description First bytes of the response */
            answer?: string;
            /**
             * Format: date-time
             * @description End of the attempt
             */
            at: string;
            /** @description Number of the attempt, from 1 */
            attempt: number;
            /** Format: uuid */
            deliveryId: string;
            durationMs: number;
            /** @description Error of the attempt */
            error?: string;
            /**
             * @description Status reported by the webhook
             * @enum {unknown}
             */
            event: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            /** @enum {string} */
            kind: "webhook";
            /** @description Why the attempt failed and what to do, in plain words */
            reasonText?: string;
            /** @description HTTP status of the response; absent without a response */
            status?: number;
            url: string;
        } | {
            /**
             * Format: date-time
             * @description Time of the next attempt
             */
            at: string;
            /**
             * Format: uuid
             * @description Webhook delivery to retry; absent if the message itself is retried
             */
            deliveryId?: string;
            /** @enum {string} */
            kind: "retry";
            /** @description Reason why the message is waiting */
            reason?: string;
            url?: string;
        };
        /** @description What has happened to the message, why, and what can be done; only when a single message is retrieved */
        Verdict: {
            /** @description What can be done now */
            actions: ("cancel" | "resend")[];
            /** @description Failed attempts to hand the message to a carrier */
            attempts?: number;
            /** @description Only of cancelled messages */
            cancelledByOperator?: boolean;
            cause?: {
                /** @description The usual cause behind it, and the next step */
                advice?: string;
                /**
                 * @description Who can do something about it
                 * @enum {unknown}
                 */
                by: "sender" | "recipient" | "operator" | "carrier";
                /**
                 * @description Code of the carrier
                 * @example 001, UNDELIV
                 */
                code?: string;
                /** @description The cause in plain words */
                reasonText: string;
            };
            /** @enum {unknown} */
            kind: "scheduled" | "paused" | "no route" | "carrier down" | "carrier refusing" | "carrier throttled" | "waiting" | "retrying" | "queued" | "sending" | "sent" | "delivered" | "failed" | "expired" | "rejected" | "unknown" | "cancelled";
            /** @description What else is to be known: a second attempt, reports that were not delivered */
            notes: {
                /**
                 * Format: date-time
                 * @description Time of the second attempt, or of the next attempt of the report
                 */
                at?: string;
                /** @description Attempts to deliver the report */
                attempts?: number;
                /**
                 * Format: uuid
                 * @description Webhook delivery of the report
                 */
                deliveryId?: string;
                /** @enum {unknown} */
                kind: "fallback planned" | "fallback sent" | "report pending" | "report failed";
                /** @description Why the last attempt failed */
                reasonText?: string;
                sentence: string;
            }[];
            /** @description Delivery time in seconds; only of delivered messages */
            seconds?: number;
            /**
             * @description The verdict in one sentence, with times in UTC
             * @example Failed: the handset did not accept the message (carrier code 001, UNDELIV).
             */
            sentence: string;
            /**
             * Format: date-time
             * @description Start of the state that the message is in
             */
            since?: string;
            /**
             * Format: date-time
             * @description Scheduled time, next attempt, or end of waiting for a receipt
             */
            until?: string;
        };
        VerifyApproved: {
            /**
             * Format: uuid
             * @description Id of the verification
             */
            id: string;
            /** @enum {string} */
            status: "approved";
        };
        /** @description Exactly one of id and to. Each code allows 5 attempts */
        VerifyCheck: {
            /**
             * @description Code entered by the person
             * @example 123456
             */
            code: string;
            /**
             * Format: uuid
             * @description Id of the verification; alternative to `to`
             */
            id?: string;
            /**
             * @description Phone number; alternative to `id`
             * @example +38640123456
             */
            to?: string;
        };
        VerifyStart: {
            /** @description For Android: hash of the app that may read the code (SMS Retriever), 11 characters. Not together with domain */
            appHash?: string;
            /**
             * @default SMS
             * @enum {unknown}
             */
            channel?: "SMS";
            /**
             * @description For browsers: host of the site that may read the code (WebOTP). Not together with appHash
             * @example shop.example.com
             */
            domain?: string;
            /**
             * @description Language of the text: of a template of the account or a built-in one
             * @default en
             * @example sl
             */
            language?: string;
            /**
             * @description Number of digits of the code
             * @default 6
             */
            length?: number;
            /**
             * @description Lifetime of the code and validity of its message, in seconds
             * @default 600
             */
            lifetimeSeconds?: number;
            /**
             * @description Confirmed sender of the account
             * @example Hermod
             */
            sender: string;
            /** @description Service name in the text. Default: the name of the account */
            service?: string;
            /**
             * @description Phone number in E.164 format with leading +
             * @example +38640123456
             */
            to: string;
        };
        VerifyStarted: {
            /**
             * Format: date-time
             * @description End of validity of the code
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Id of the verification, for checking the code
             */
            id: string;
            /**
             * Format: uuid
             * @description Message with the code; its text is shown without the digits
             */
            messageId: string;
            /** @enum {string} */
            status: "pending";
            to: string;
        };
        VerifyTemplate: {
            language: string;
            /** @description true for the account's own template, false for a built-in one */
            own: boolean;
            /**
             * @description Text with the placeholder {code} and optionally {service}
             * @example {service}: {code} is your code. It is valid for 10 minutes.
             */
            template: string;
        };
        VerifyTemplateChange: {
            /**
             * @description Text with the placeholder {code} and optionally {service}
             * @example {service}: {code} is your code. It is valid for 10 minutes.
             */
            template: string;
        };
        VerifyTemplateList: {
            templates: components["schemas"]["VerifyTemplate"][];
        };
        WebhookSecret: {
            /** @description New signing secret; shown only once. The previous one stays valid for 24 hours. */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calling account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listInbound: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Number or name that the message was sent to */
                recipient?: string;
                /** @description Phone number of the author */
                sender?: string;
                /** @description End of the range, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of inbound messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundList"];
                };
            };
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                kind?: "top-up" | "charge" | "refund" | "correction";
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description End of the range, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerLines"];
                };
            };
        };
    };
    listSenders: {
        parameters: {
            query?: {
                channel?: "SMS" | "Viber";
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                status?: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of senders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderList"];
                };
            };
        };
    };
    registerSender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderRegistration"];
            };
        };
        responses: {
            /** @description The account already has this sender; nothing was changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sender"];
                };
            };
            /** @description The registered sender */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sender"];
                };
            };
        };
    };
    getSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderDetails"];
                };
            };
        };
    };
    deleteSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderSettings"];
            };
        };
        responses: {
            /** @description The sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderDetails"];
                };
            };
        };
    };
    requestSenderCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender; the code is being sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderDetails"];
                };
            };
        };
    };
    confirmSender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderConfirmation"];
            };
        };
        responses: {
            /** @description Confirmed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Whether to include the texts */
                content?: "true" | "false";
                /**
                 * @description ISO 3166 code of the destination
                 * @example SI
                 */
                country?: string;
                cursor?: string;
                /** @description Phone number in E.164 format, with + encoded as %2B */
                destination?: string;
                /** @description Earliest acceptance time, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Reason of the messages, exact match */
                reason?: string;
                /** @description Only messages whose request gave this reference; exact match */
                reference?: string;
                sender?: string;
                /** @description ACCEPTED, or a status of delivery reports */
                status?: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
                /** @description Only messages of this request, as named by its charge in the ledger */
                submissionId?: string;
                /** @description Part of the text, ignoring case. Erased texts are not found */
                text?: string;
                /** @description Latest acceptance time, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    sendMessages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension. A request repeated with the same key within 24 hours returns the first response and sends nothing again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description Accepted and stored durably */
            202: {
                headers: {
                    /** @description The response is the stored one of the first request */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendResponse"];
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    cancelMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message and its timeline */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
        };
    };
    cancelMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of messages; a repeated id counts once */
                    messageIds: string[];
                };
            };
        };
        responses: {
            /** @description The messages, as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledSelection"];
                };
            };
        };
    };
    previewMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description The preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    resendMessages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension. A request repeated with the same key within 24 hours returns the first response and sends nothing again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of messages; a repeated id counts once */
                    messageIds: string[];
                };
            };
        };
        responses: {
            /** @description Accepted and stored durably */
            202: {
                headers: {
                    /** @description The response is the stored one of the first request */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentMessages"];
                };
            };
        };
    };
    previewResend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of messages; a repeated id counts once */
                    messageIds: string[];
                };
            };
        };
        responses: {
            /** @description The preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendPreview"];
                };
            };
        };
    };
    startVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension. A request repeated with the same key within 24 hours returns the first response and sends nothing again. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyStart"];
            };
        };
        responses: {
            /** @description Accepted and stored durably */
            202: {
                headers: {
                    /** @description The response is the stored one of the first request */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyStarted"];
                };
            };
        };
    };
    checkVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyCheck"];
            };
        };
        responses: {
            /** @description The code is correct */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyApproved"];
                };
            };
        };
    };
    listVerifyTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyTemplateList"];
                };
            };
        };
    };
    setVerifyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Language code such as sl */
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyTemplateChange"];
            };
        };
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyTemplate"];
                };
            };
        };
    };
    deleteVerifyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Language code such as sl */
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Only deliveries to the origin (scheme, host and port) of this URL, or to the endpoint with this id */
                endpoint?: string;
                /** @description Earliest event time, inclusive */
                from?: string;
                kind?: "delivery report" | "inbound message" | "sender status";
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                messageId?: string;
                /** @description waiting: not attempted yet, or waiting for an earlier event of the same message; retrying: failed, with another attempt planned */
                state?: "waiting" | "retrying" | "delivered" | "given up";
                /** @description Latest event time, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of replayed deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointList"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only deliveries to the origin of this URL, or to the endpoint with this id; null or an empty string counts as omitted */
                    endpoint?: string | null;
                    /**
                     * Format: date-time
                     * @description Earliest time of the failed events to retry
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description The number of replayed deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
        };
    };
    sendSampleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "delivery report" | "inbound message" | "sender status";
                    /** @description URL that receives the sample */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The delivery of the sample */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
}
