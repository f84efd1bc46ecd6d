// Made from docs/openapi.json by packages/scripts/generate.mjs. Do not edit.
export interface paths {
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Balance, prices and warnings (extension) */
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
         * @description Newest first.
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
         * List what was booked (extension)
         * @description Newest first. The sum of all entries is the balance.
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
         * @description Newest first.
         */
        get: operations["listSenders"];
        put?: never;
        /**
         * Register a sender
         * @description A code then goes to the number itself, or for a name, once it is approved, to the e-mail address of the account.
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
        /** Look up a sender (extension) */
        get: operations["getSender"];
        put?: never;
        post?: never;
        /**
         * Delete a sender
         * @description Scheduled messages from it are rejected at their time. It can be registered again.
         */
        delete: operations["deleteSender"];
        options?: never;
        head?: never;
        /**
         * Set the URLs of a sender (extension)
         * @description null clears a URL or a way; what is left out stays.
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
         * Ask for a new code (extension)
         * @description Once a minute and five times an hour. The code before it is no longer valid.
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
         * @description A code is valid for 30 minutes and 5 tries.
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
         * @description Newest first.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send an SMS
         * @description To one or more recipients, now or at a scheduled time. All or nothing: either every recipient gets a message, or none.
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
        /** Look up a message (extension) */
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
         * @description The price is given back and a CANCELLED report is sent. Cancelling twice changes nothing and is no error.
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
         * Follow a message (extension)
         * @description From its request over its states to each webhook attempt, and what is to come next.
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
         * @description What a send request would do: text, encoding, segments and prices. Nothing is sent or charged.
         */
        post: operations["previewMessages"];
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
         * @description By SMS, at the usual price. Asked for again, a new code is sent, and the one before it no longer counts. How many may be sent to a number, to numbers near it and by the account is bounded; where hardly any code is confirmed, none is sent for a while.
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
         * @description A code is approved once, and has 5 tries. Whatever else is the matter (a wrong code, one that has ended, was used or replaced, no try left, an id or a number that nothing was sent to) is one and the same answer, 422.
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
         * List the texts of verification codes (extension)
         * @description By language; the account's own stand in place of the built-in ones.
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
        /** Set the text of verification codes in a language (extension) */
        put: operations["setVerifyTemplate"];
        post?: never;
        /** Go back to the built-in text in a language (extension) */
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
         * @description Newest first.
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
        /** Look up a delivery with all its attempts (extension) */
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
         * Deliver again (extension)
         * @description At once and with all retries, under the same webhook-id.
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
         * List endpoints and how they are doing (extension)
         * @description Those with deliveries that wait, or that were sent in the last 24 hours.
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
        /** Deliver again what has failed (extension) */
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
         * @description Signed and retried like a real one.
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
         * New signing secret (extension)
         * @description Webhooks are signed with it from now on, and with the one before it for 24 hours more.
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
            /** @description May be negative down to the credit limit */
            balance: number;
            /** @description How far below zero the balance may go */
            creditLimit: number;
            currency: string;
            name: string;
            /** @description The active price list: messages go to these countries only */
            prices: {
                country: string;
                priceList: string;
                /** @description Per segment */
                unitPrice: number;
            }[];
            /** @description SMPP credentials that submitted texts with data_coding 0 and octets above 0x7F in the last 7 days. Such texts are read as ISO 8859-1; send data_coding 3 */
            smppWarnings: {
                /** Format: date-time */
                lastAt: string;
                systemId: string;
                /** @description How many on the day (UTC) of the last one */
                texts: number;
            }[];
        };
        Delivery: {
            /** @description Attempts since the beginning or the last replay */
            attemptCount: number;
            /** @description All attempts, the first one first; only when one delivery is asked for */
            attempts?: {
                /** @description The first bytes of the answer */
                answer?: string;
                /**
                 * Format: date-time
                 * @description When the answer came or the attempt ended
                 */
                at: string;
                durationMs: number;
                /** @description What went wrong, in plain words */
                error?: string;
                /** @description HTTP status, if there was an answer */
                status?: number;
            }[];
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description Also the webhook-id header of every attempt
             */
            deliveryId: string;
            /** @enum {unknown} */
            kind: "delivery report" | "inbound message" | "sender status";
            lastAttempt?: {
                /** @description The first bytes of the answer */
                answer?: string;
                /**
                 * Format: date-time
                 * @description When the answer came or the attempt ended
                 */
                at: string;
                durationMs: number;
                /** @description What went wrong, in plain words */
                error?: string;
                /** @description HTTP status, if there was an answer */
                status?: number;
            };
            /**
             * Format: uuid
             * @description Of delivery reports
             */
            messageId?: string;
            /**
             * Format: date-time
             * @description Unless it has ended
             */
            nextAttemptAt?: string;
            /** @description The body that is sent */
            payload: string;
            /**
             * @description waiting: not tried yet, or behind an earlier event of the same message; retrying: has failed and will be tried again
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
             * @description The message, as the send response named it
             */
            messageId: string;
            /** @description Only if priceReport was true: price of the whole message, 0 once it was given back (REJECTED, CANCELLED) */
            price?: number;
            /** @description SMS segments of the message */
            segments: number;
            /**
             * @description DELIVERED, FAILED, REJECTED and CANCELLED are final; UNKNOWN may still be corrected
             * @enum {unknown}
             */
            status: "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
        };
        Endpoint: {
            /** @description true: the account has more deliveries than were counted, so there may be more of each */
            atLeast?: boolean;
            /** @description In the last 24 hours */
            delivered24h: number;
            /** @description In the last 24 hours */
            givenUp24h: number;
            /**
             * Format: date-time
             * @description When the last attempt ended
             */
            lastAttemptAt?: string;
            /** @description Why the last attempt failed, if it did */
            lastError?: string;
            /** @description HTTP status of the last attempt, if there was an answer */
            lastStatus?: number;
            /**
             * @description Scheme, host and port of the URLs
             * @example https://shop.example.com
             */
            origin: string;
            /**
             * Format: date-time
             * @description When it is tried again, if it is in trouble
             */
            retryAt?: string;
            /** @description Deliveries that failed and will be tried again */
            retrying: number;
            /**
             * @description failing: the last attempt failed, or some are to be tried again; open: so many failed in a row that it is left alone until retryAt
             * @enum {unknown}
             */
            state: "healthy" | "failing" | "open";
            /** @description Deliveries that were not tried yet */
            waiting: number;
        };
        EndpointList: {
            /** @description Those in trouble first, 1000 at most */
            endpoints: components["schemas"]["Endpoint"][];
        };
        Inbound: {
            /** @description false: parts of it never came */
            complete: boolean;
            /** Format: uuid */
            inboundId: string;
            /**
             * Format: date-time
             * @description When it came
             */
            receivedAt: string;
            /** @description The number or name it was sent to */
            recipient: string;
            /** @description The phone that sent it */
            sender: string;
            /** @description The sender of the account it was sent to */
            senderId: string | null;
            text: string;
        };
        InboundList: {
            inbound: components["schemas"]["Inbound"][];
            /** @description Absent on the last page; a filtered page may be short, even empty, and still have one */
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
             * @description Extension, only if the whole text is a word for it: the list of opt-outs was changed (STOP, START)
             * @enum {unknown}
             */
            Keyword?: "STOP" | "START" | "HELP";
            /** @description Its text */
            Message: string;
            /** @description The number or name that it was sent to */
            Recipient: string;
            /** @description Phone number of who sent the SMS */
            Sender: string;
            /** @description When it was received: yyyy-MM-dd HH:mm:ss, UTC */
            Time: string;
        };
        LedgerLine: {
            /** @description Negative if it was taken from the balance */
            amount: number;
            /**
             * Format: date-time
             * @description When
             */
            at: string;
            /** Format: uuid */
            entryId: string;
            /** @enum {unknown} */
            kind: "top-up" | "charge" | "refund" | "correction";
            /**
             * Format: uuid
             * @description The message that was refunded
             */
            messageId?: string;
        };
        LedgerLines: {
            entries: components["schemas"]["LedgerLine"][];
            /** @description Absent on the last page; a filtered page may be short, even empty, and still have one */
            nextCursor?: string;
        };
        Message: {
            /**
             * Format: date-time
             * @description When the request was accepted
             */
            acceptedAt: string;
            /** @description Tries that no carrier took, as long as there were any; reason says why of the last */
            attemptCount?: number;
            /** @description The text as sent */
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
             * @description When it is tried again, while it waits for that
             */
            nextAttemptAt?: string;
            /** @description What the message costs; 0 once it was refunded (REJECTED, CANCELLED) */
            price: number;
            /** @description Why it was rejected or failed, or was not taken at the last try, where more is known */
            reason?: string;
            /**
             * Format: date-time
             * @description Only for scheduled messages
             */
            scheduledAt?: string;
            scheduledTime?: number;
            segmentCount: number;
            sender: string;
            /**
             * @description ACCEPTED, or a state of delivery reports
             * @enum {unknown}
             */
            status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            /**
             * Format: date-time
             * @description When the status last changed
             */
            updatedAt: string;
        };
        MessageList: {
            messages: components["schemas"]["Message"][];
            /** @description Pass as cursor for the next page. A filtered page may be short, even empty, and still have one. */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description How far back it has looked, where there is a nextCursor
             */
            searchedTo?: string;
        };
        Preview: {
            /** @description Whether balance and credit limit cover it at this moment */
            affordable: boolean;
            /** @description Balance after sending */
            balanceAfter: number;
            /** @description The text after replacement */
            content: string;
            currency: string;
            encoding: string;
            /** @description Characters outside the GSM set, and where they stand in the text after replacement (in characters, from 0) */
            forcesUnicode: {
                character: string;
                positions: number[];
            }[];
            recipients: {
                country: string;
                destination: string;
                /** @description Whole price of the message */
                price: number;
                /** @description Why its message would be REJECTED: it has opted out */
                rejected?: string;
            }[];
            segmentCount: number;
            /** @description Price of all messages */
            total: number;
        };
        Replayed: {
            /** @description Deliveries that begin anew */
            replayed: number;
        };
        Sender: {
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /**
             * Format: uuid
             * @description Of the sender
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
             * @description Returned by the registration
             */
            id: string;
        };
        SenderDetails: {
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /**
             * Format: date-time
             * @description When it was registered
             */
            createdAt: string;
            deliveryReportUrl?: string;
            /**
             * Format: uuid
             * @description Of the sender
             */
            id: string;
            /** @description Which way inbound messages go, if it is not that of the account */
            inbound?: string;
            inboundUrl?: string;
            /** @description Why it was rejected */
            reason?: string;
            /** @description Which way delivery reports go, if it is not that of the account */
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
             * @description When the status last changed
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
            /** @description Receives a webhook at every change of status; not validated. null or an empty text is none */
            statusCallbackUrl?: string | null;
            /**
             * @description 0: alphanumeric, 1: MSISDN
             * @enum {unknown}
             */
            type: 0 | 1;
            /**
             * @description Name, or Slovenian phone number. A name for SMS has 1 to 11 letters A to Z, digits, spaces and - _ . & +, for Viber up to 28.
             * @example My Shop
             */
            value: string;
        };
        /** @description null or an empty text clears, what is left out stays */
        SenderSettings: {
            /** @description Receives delivery reports of messages from this sender, unless the request names another URL */
            deliveryReportUrl?: string | null;
            /** @description Which way inbound messages go: auto, webhook, smpp or both; null: as the account says */
            inbound?: string | null;
            /** @description Receives what is sent to this sender */
            inboundUrl?: string | null;
            /** @description Which way delivery reports go: auto, webhook, smpp or both; null: as the account says */
            receipts?: string | null;
            /** @description Receives changes of status; not validated */
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
             * @description The event, also the webhook-id header
             */
            eventId: string;
            /**
             * Format: date-time
             * @description When it changed, UTC
             */
            occurredAt: string;
            /** @enum {unknown} */
            previousStatus: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            /**
             * Format: uuid
             * @description The sender, as its registration named it
             */
            senderId: string;
            /** @enum {unknown} */
            status: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
        };
        /** @description null for an optional field is as good as leaving it out */
        SendRequest: {
            /** @description Receives delivery reports; otherwise the sender's configured URL does, if there is one. An empty text is none. */
            deliveryReportUrl?: string | null;
            /**
             * @description Recipient phone numbers, E.164 with leading +. One wrong number refuses the whole request.
             * @example [
             *       "+38640123456"
             *     ]
             */
            destinations: string[];
            /** @description Extension. Without a receipt so long after it was sent, the message goes over another carrier as well, if there is one: once, at no further charge. It may arrive twice. */
            fallbackSeconds?: number | null;
            message: {
                /**
                 * @description SMS text: at most 640 characters after replacement, not empty or only white space
                 * @example Hello from Hermod
                 */
                content: string;
                /**
                 * @description true: kept and sent as Unicode. false: characters outside the GSM set are replaced by matching ones where possible.
                 * @default false
                 */
                isUnicode?: boolean | null;
            };
            /**
             * @description Delivery reports include the price, if available
             * @default false
             */
            priceReport?: boolean | null;
            /** @description Unix time in seconds. Left out, now or past: sent at once. */
            scheduledTime?: number | null;
            /**
             * @description Sender name or phone number configured for the account
             * @example Hermod
             */
            sender: string;
            /** @description Extension. What no carrier has taken so long after it was accepted, or after its scheduled time, is not sent any more and becomes FAILED; carriers are told to give up then. Left out: as long as the service tries. */
            validitySeconds?: number | null;
        };
        SendResponse: {
            /** @description One entry per recipient */
            messages: {
                destination: string;
                /** Format: uuid */
                messageId: string;
            }[];
            /**
             * Format: date-time
             * @description The same in UTC; only for scheduled messages
             */
            scheduledAt?: string;
            /** @description Unix time in seconds; only for scheduled messages */
            scheduledTime?: number;
            /** @description SMS segments of each message */
            segmentCount: number;
            /** @enum {unknown} */
            status: "accepted" | "scheduled";
        };
        Timeline: {
            /** @description The oldest first; what is to come is last */
            entries: components["schemas"]["TimelineEntry"][];
            message: components["schemas"]["Message"];
        };
        /** @description What `kind` says decides about the other fields */
        TimelineEntry: {
            /**
             * Format: date-time
             * @description When it was accepted
             */
            at: string;
            /** @description The person, of a request from the console: the name of the session */
            by?: string;
            /**
             * @description Whether that was an operator or a user of the account. Absent before 0.2.0
             * @enum {unknown}
             */
            byKind?: "operator" | "operator-token" | "customer";
            /** Format: uuid */
            emailId?: string;
            /** @description The address that the e-mail came from */
            from?: string;
            /** Format: uuid */
            keyId?: string;
            /** @description What the key is called */
            keyLabel?: string;
            /** @description The first characters of the key */
            keyPrefix?: string;
            /** @enum {string} */
            kind: "request";
            /** @description Of the whole request */
            recipients: number;
            /** @description X-Request-Id of the request, at most 64 characters of it */
            requestId?: string;
            /**
             * Format: date-time
             * @description When it is to be sent
             */
            scheduledAt?: string;
            /**
             * @description Absent where it was not kept: before there was a timeline, and of what the service sends itself
             * @enum {unknown}
             */
            via?: "http" | "email" | "console" | "smpp" | "verify";
        } | {
            /** @description Of this message; negative: taken from the balance */
            amount: number;
            /**
             * Format: date-time
             * @description When it was booked
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
             * @description Since when
             */
            at: string;
            /** @description Tries that no carrier took; of the present state */
            attempts?: number;
            /** @enum {string} */
            kind: "state";
            /** @description Why, where more is known; of the present state */
            reason?: string;
            /**
             * @description ACCEPTED, or a state of delivery reports
             * @enum {unknown}
             */
            status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
        } | {
            /**
             * Format: date-time
             * @description When the carrier took it
             */
            at: string;
            /** @enum {string} */
            kind: "part";
            /** @description From 1 */
            part: number;
            total: number;
        } | {
            /**
             * Format: date-time
             * @description When the receipt came
             */
            at: string;
            /** @enum {string} */
            kind: "receipt";
            /** @description delivered, failed, rejected or unknown */
            outcome: string;
            /** @description From 1 */
            part?: number;
        } | {
            /** @description The first bytes of the answer */
            answer?: string;
            /**
             * Format: date-time
             * @description When the answer came or the attempt ended
             */
            at: string;
            /** @description From 1 */
            attempt: number;
            /** Format: uuid */
            deliveryId: string;
            durationMs: number;
            /** @description What went wrong, in plain words */
            error?: string;
            /**
             * @description The status that it tells
             * @enum {unknown}
             */
            event: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            /** @enum {string} */
            kind: "webhook";
            /** @description HTTP status, if there was an answer */
            status?: number;
            url: string;
        } | {
            /**
             * Format: date-time
             * @description When it is tried next
             */
            at: string;
            /**
             * Format: uuid
             * @description Of a webhook; otherwise it is the message that waits
             */
            deliveryId?: string;
            /** @enum {string} */
            kind: "retry";
            /** @description Why the message waits */
            reason?: string;
            url?: string;
        };
        VerifyApproved: {
            /**
             * Format: uuid
             * @description Of the verification
             */
            id: string;
            /** @enum {string} */
            status: "approved";
        };
        /** @description Each code has 5 tries. Either id or to */
        VerifyCheck: {
            /**
             * @description What the person has typed
             * @example 123456
             */
            code: string;
            /**
             * Format: uuid
             * @description Of the verification; or to
             */
            id?: string;
            /**
             * @description The number; or id
             * @example +38640123456
             */
            to?: string;
        };
        VerifyStart: {
            /** @description For Android: 11 characters that name the app which may read the code (SMS Retriever). Not with domain */
            appHash?: string;
            /**
             * @default SMS
             * @enum {unknown}
             */
            channel?: "SMS";
            /**
             * @description For browsers: the site that may read the code (WebOTP). Not with appHash
             * @example shop.example.com
             */
            domain?: string;
            /**
             * @description Of the text: one of the account, or a built-in one
             * @default en
             * @example sl
             */
            language?: string;
            /**
             * @description Digits of the code
             * @default 6
             */
            length?: number;
            /**
             * @description How long the code counts, and how long it is tried to deliver it
             * @default 600
             */
            lifetimeSeconds?: number;
            /**
             * @description Confirmed sender of the account
             * @example Hermod
             */
            sender: string;
            /** @description Name in the text; left out: the name of the account */
            service?: string;
            /**
             * @description Phone number, E.164 with leading +
             * @example +38640123456
             */
            to: string;
        };
        VerifyStarted: {
            /**
             * Format: date-time
             * @description Until then the code counts
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Of the verification, to check the code with
             */
            id: string;
            /**
             * Format: uuid
             * @description The message that brings it; its text is shown without digits
             */
            messageId: string;
            /** @enum {string} */
            status: "pending";
            to: string;
        };
        VerifyTemplate: {
            language: string;
            /** @description The account's own; otherwise the built-in one */
            own: boolean;
            /**
             * @description With {code}, and {service} where the name of the service is to stand
             * @example {service}: {code} is your code. It is valid for 10 minutes.
             */
            template: string;
        };
        VerifyTemplateChange: {
            /**
             * @description With {code}, and {service} where the name of the service is to stand
             * @example {service}: {code} is your code. It is valid for 10 minutes.
             */
            template: string;
        };
        VerifyTemplateList: {
            templates: components["schemas"]["VerifyTemplate"][];
        };
        WebhookSecret: {
            /** @description Signs from now on; shown this once. The one before it stays valid for 24 hours. */
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
            /** @description The account that calls */
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
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description The number or name it was sent to */
                recipient?: string;
                /** @description The phone that sent it */
                sender?: string;
                /** @description Before */
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
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                kind?: "top-up" | "charge" | "refund" | "correction";
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the ledger */
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
                /** @description A whole number from 1 to 1000 */
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
            /** @description The account has this sender already; nothing was changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sender"];
                };
            };
            /** @description Registered */
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
            /** @description A code is on its way */
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
                /** @description Include the texts */
                content?: "true" | "false";
                /**
                 * @description ISO 3166 code of the destination
                 * @example SI
                 */
                country?: string;
                cursor?: string;
                /** @description E.164, with the + written as %2B */
                destination?: string;
                /** @description Accepted at or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                sender?: string;
                /** @description ACCEPTED, or a state of delivery reports */
                status?: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
                /** @description Accepted before */
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
                /** @description Extension. A request repeated with the same key within 24 hours gets the first answer and sends nothing again. */
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
            /** @description Accepted, and on disk */
            202: {
                headers: {
                    /** @description This is the stored answer to the first request */
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
            /** @description What happened to it */
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
            /** @description What would be sent */
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
    startVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension. A request repeated with the same key within 24 hours gets the first answer and sends nothing again. */
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
            /** @description Accepted, and on disk */
            202: {
                headers: {
                    /** @description This is the stored answer to the first request */
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
            /** @description The code is right */
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
            /** @description The texts */
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
                /** @description Such as sl */
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
            /** @description The text that counts from now on */
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
                /** @description Such as sl */
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
                /** @description Happened at or after */
                from?: string;
                kind?: "delivery report" | "inbound message" | "sender status";
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                messageId?: string;
                /** @description waiting: not tried yet, or behind an earlier event of the same message; retrying: has failed and will be tried again */
                state?: "waiting" | "retrying" | "delivered" | "given up";
                /** @description Happened before */
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
            /** @description They begin anew */
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
                    /** @description Only deliveries to the origin of this URL; null or an empty text is none */
                    endpoint?: string | null;
                    /**
                     * Format: date-time
                     * @description Replays what has failed or was given up since then
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description They begin anew */
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
                    /** @description Where the sample goes */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The sample is on its way */
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
