// Made from docs/openapi.json by console/scripts/types.mjs. Do not edit.
export interface paths {
    "/console/v1/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set your own password (extension)
         * @description All your other sessions end.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is logged in (extension) */
        get: operations["getSession"];
        put?: never;
        /**
         * Log in to the console (extension)
         * @description With a one-time link, with the operator token, or with name, password and, where it is turned on, a code. The cookie
         *     that comes with the answer is the session: it ends after 12 hours without use, and 7 days after the log-in.
         */
        post: operations["logIn"];
        /** Log out (extension) */
        delete: operations["logOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open sessions (extension)
         * @description An admin sees all; everybody else their own, or those of their account. At most 1000, newest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session (extension)
         * @description It stops everywhere within two seconds.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/v1/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Ask for codes from now on (extension) */
        put: operations["turnTotpOn"];
        /**
         * A secret for an authenticator app (extension)
         * @description Codes are asked for once one was given with PUT.
         */
        post: operations["offerTotp"];
        /** Ask for no codes any more (extension) */
        delete: operations["turnTotpOff"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
    "/v1/console/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link that opens the console (extension)
         * @description For one log-in, within ten minutes. The session sees what the account may see, and ends at the latest with the key that the link was made with.
         */
        post: operations["createConsoleLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Email2SMS requests and what became of them (extension)
         * @description Newest first; those that held a key of the account.
         */
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up an Email2SMS request (extension)
         * @description As it was received and decoded, with the tags that were found and the verdict on its From address.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would come of an e-mail (extension)
         * @description Nothing is sent, charged or stored. A mail as it is comes as message/rfc822; a text that is pasted, as JSON. Without `#apikey#` it is tried as a mail of the account that asks.
         */
        post: operations["tryEmail"];
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
    "/v1/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has opted out (extension)
         * @description Newest first. Messages to them are accepted, and REJECTED at no cost.
         */
        get: operations["listOptOuts"];
        put?: never;
        /**
         * Add numbers that want no messages (extension)
         * @description Those that are in the list already stay there.
         */
        post: operations["addOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opt-outs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opt-outs as a CSV file (extension)
         * @description All of them, newest first. A connection that breaks off means that the file is not whole.
         */
        get: operations["downloadOptOuts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opt-outs/{optOutId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a number out of the list (extension)
         * @description Only if it has told you that it wants messages again.
         */
        delete: operations["deleteOptOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opt-outs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the numbers of a CSV file (extension)
         * @description UTF-8, at most 1 MiB: one number a line; or with a header that names the column `number` and, if wanted, `sender`. One wrong line, and nothing is imported; the answer names them all, or the first twenty.
         */
        post: operations["importOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/opt-outs/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which words count, and what is answered (extension) */
        get: operations["getOptOutSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change which words count, and what is answered (extension)
         * @description What is left out stays. `answers` and each list of words are replaced as a whole.
         */
        patch: operations["changeOptOutSettings"];
        trace?: never;
    };
    "/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How things are and how they have been (extension) */
        get: operations["getOverview"];
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
    "/v1/sms/messages.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages as a CSV file (extension)
         * @description Newest first, with the filters of the list; written while it is read, one file at a time. What a spreadsheet would take for a formula gets an apostrophe (') in front of it; phone numbers stay as they are. A connection that breaks off means that the file is not whole.
         */
        get: operations["downloadMessages"];
        put?: never;
        post?: never;
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
    "/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Traffic by the hour, and what was spent (extension)
         * @description At most 31 days. Hours are kept for ever, also when their messages are gone.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statistics/by": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Traffic by day, hour or country (extension)
         * @description At most 366 days; hours of 31 days.
         */
        get: operations["getStatisticsBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statistics/by.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a file for spreadsheets (extension) */
        get: operations["getStatisticsByAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens, as it happens (extension)
         * @description Server-sent events, whose `event` and `data` are those of StreamEvent.
         *     The `id` behind them is a time: sent as `Last-Event-ID`, to any process, it brings what was missed in the last minutes, or a
         *     `reset`. A message may come twice. Comments keep the connection open. Who reads too slowly is cut off, and at most 10 streams of
         *     an account are open on a process.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
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
export interface webhooks {
    deliveryReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delivery report
         * @description At every change of a message’s state, to the `deliveryReportUrl` of its request, else to that of its sender. The reports of one message come in the order of its states. Answer with any 2xx within 15 seconds; everything else, redirects included, is tried again after n² + 1 minutes, ten times.
         */
        post: operations["deliveryReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    inboundMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Inbound message
         * @description When an SMS arrives for one of your senders, to its `inboundUrl`. Answer with any 2xx within 15 seconds; everything else, redirects included, is tried again after n² + 1 minutes, ten times.
         */
        post: operations["inboundMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    senderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sender status
         * @description At every change of a sender’s status, to the `statusCallbackUrl` of its registration. Answer with any 2xx within 15 seconds; everything else, redirects included, is tried again after n² + 1 minutes, ten times.
         */
        post: operations["senderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
        AccountStatistics: {
            /**
             * Format: date-time
             * @description When the numbers of the present were counted; half a minute ago at most
             */
            countedAt?: string;
            /** @description Every hour of the range, the first one first */
            hours: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description DELIVERED */
                delivered: number;
                /** @description FAILED */
                failed: number;
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                hour: string;
                /** @description Half of the delivered messages took no longer, within 12 %; absent if there are none */
                p50Seconds?: number;
                /** @description 95 % of the delivered messages took no longer, within 12 %; absent if there are none */
                p95Seconds?: number;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            }[];
            /** @description By country, the largest first */
            spend: {
                /** @description Charges less refunds */
                amount: number;
                country: string;
                currency: string;
                /** @description Messages paid for */
                messages: number;
            }[];
        };
        AccountStatisticsRows: {
            /** @description Only what has messages, at most 1000 */
            rows: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description Of spend; a key with several currencies has a row for each */
                currency: string;
                /** @description DELIVERED */
                delivered: number;
                /** @description Delivered among those that have ended, from 0 to 1; absent while none has */
                deliveredShare?: number;
                /** @description FAILED */
                failed: number;
                /** @description A day such as 2026-11-16, the beginning of an hour, a country, or the id of a carrier (none: no carrier took them) or account */
                key: string;
                /** @description The name of the carrier or account */
                label?: string;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description Charges less refunds */
                spend: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            }[];
        };
        ConsoleLink: {
            /**
             * Format: date-time
             * @description When it is not valid any more
             */
            expiresAt: string;
            /**
             * Format: uri
             * @description Opens the console, logged in, once. Whoever has it gets in
             */
            url: string;
        };
        ConsoleSession: {
            /** Format: uuid */
            accountId?: string;
            accountName?: string;
            currency?: string;
            /**
             * Format: date-time
             * @description When it ends, unless it is used; at the latest seven days after the log-in
             */
            expiresAt: string;
            /** @description What the role support may read besides: text (of messages and e-mails), keys (their first characters) */
            grants?: ("text" | "keys")[];
            /** @description Only of operators with a name */
            hasPassword?: boolean;
            /** @description Only of operators with a name */
            hasTotp?: boolean;
            /** @enum {unknown} */
            kind: "operator" | "account";
            /** @description Of the person, as the audit trail shows it */
            name: string;
            /**
             * @description admin may do everything; support only looks, without texts and keys
             * @enum {unknown}
             */
            role?: "admin" | "support";
            service: {
                /** @description Whether there is a demo account */
                demo: boolean;
                /** @description The Email2SMS address */
                emailAddress: string;
                name: string;
                /** @enum {unknown} */
                senderApproval: "auto" | "manual";
                /** @description Whether a carrier is the simulator */
                simulator: boolean;
                /** @description Whether the Email2SMS listener is on */
                smtp: boolean;
                version: string;
            };
            /** Format: uuid */
            sessionId: string;
        };
        ConsoleSessionList: {
            sessions: {
                /** Format: uuid */
                accountId?: string;
                accountName?: string;
                /** @description Where the log-in came from */
                address: string;
                /**
                 * Format: date-time
                 * @description When it began
                 */
                createdAt: string;
                /** @description The one that asks */
                current: boolean;
                /**
                 * Format: date-time
                 * @description When it ends, unless it is used
                 */
                expiresAt: string;
                /** @enum {unknown} */
                kind: "operator" | "account";
                /**
                 * Format: date-time
                 * @description Its last use, some seconds behind
                 */
                lastSeenAt: string;
                name: string;
                /** Format: uuid */
                sessionId: string;
                userAgent: string;
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
        /** @description Headers, tags, proof and text only when one e-mail is asked for */
        Email: {
            /** @description How many e-mails this one stands for: more than 1 where not all of an hour are listed */
            count: number;
            /** Format: uuid */
            emailId: string;
            /** @description Empty: an automatic mail, or a mailbox that does not say */
            envelopeFrom: string;
            /** @description The address in its From header */
            from: string | null;
            headers?: {
                name: string;
                value: string;
            }[];
            /** @description Its Message-ID */
            messageId: string | null;
            /** @description The SMS it has sent */
            messageIds: string[];
            /**
             * @description sent; repeated: the same mail had been taken before; dropped: nothing to send; rejected: by its From address or form; error: its author was told what is wrong
             * @enum {unknown}
             */
            outcome: "sent" | "repeated" | "dropped" | "rejected" | "error";
            /** @description Whose mail it is: SPF, DKIM, alignment, or a trusted relay */
            proof?: {
                [key: string]: unknown;
            };
            /** @description Why, unless it was sent */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it came
             */
            receivedAt: string;
            /** @description Bytes */
            size: number;
            subject: string;
            /** @description What was read; of the key only its beginning */
            tags?: {
                [key: string]: unknown;
            };
            /** @description As it was decoded, key masked; kept for a few days */
            text?: string | null;
            /** @enum {unknown} */
            via: "SMTP" | "IMAP";
        };
        EmailList: {
            emails: components["schemas"]["Email"][];
            /** @description Absent on the last page; a filtered page may be short, even empty, and still have one */
            nextCursor?: string;
        };
        EmailTrial: {
            /** @description Only these may use the key; none: any. SPF and DKIM are not tried */
            allowedFrom: string[];
            /** @description Addresses in the From header */
            from: string[];
            /** @enum {unknown} */
            outcome: "sent" | "dropped" | "rejected" | "error";
            preview?: components["schemas"]["Preview"];
            reason?: string;
            /** @description What was read; of the key only its beginning */
            tags: {
                [key: string]: unknown;
            };
            /** @description What tags are read from, key masked */
            text: string;
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
        /** @description The body of every answer that is not a success */
        Error: {
            /** @description What was wrong, in one text */
            error: string;
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
        Now: {
            /** @description Messages, over the last ten seconds */
            acceptedPerSecond: number;
            /**
             * Format: date-time
             * @description When this was read
             */
            at: string;
            /** @description May be negative down to the credit limit */
            balance: number;
            currency: string;
            /** @description Messages that became DELIVERED, over the last ten seconds */
            deliveredPerSecond: number;
            /** @description Since the oldest of them was accepted, or was scheduled for; 0 if none waits */
            oldestWaitingSeconds: number;
            /** @description Messages that wait for a carrier now, counted up to 10000 in each queue */
            waiting: number;
            /** @description Webhooks that are not delivered yet: those to send or to try again, counted up to 1000 for each account and 2000 in all, and up to 2000 that wait for an earlier one */
            webhookBacklog: number;
            /** @description The age of the oldest of them; 0 if there is none */
            webhookOldestSeconds: number;
        };
        OptOut: {
            /**
             * Format: date-time
             * @description Since when
             */
            createdAt: string;
            /** @description null: it was erased; by a keyed hash it stays opted out */
            number: string | null;
            /** Format: uuid */
            optOutId: string;
            /** @description From which sender it wants no messages; null: from none of the account */
            sender: string | null;
            /**
             * @description keyword: it wrote STOP; request and import: by this API; operator: by whoever runs the service
             * @enum {unknown}
             */
            source: "keyword" | "request" | "import" | "operator";
        };
        OptOutList: {
            /** @description Absent on the last page; a filtered page may be short, even empty, and still have one */
            nextCursor?: string;
            optOuts: components["schemas"]["OptOut"][];
        };
        OptOutsAdded: {
            /** @description New in the list */
            added: number;
            /** @description In the list before */
            known: number;
        };
        OptOutSettings: {
            /** @description What is answered by SMS, from the number that was written to, at the usual price: once for each change, and at most 4 times a day to one number. Without a text there is no answer */
            answers: {
                HELP?: string;
                START?: string;
                STOP?: string;
            };
            /** @description Whether keywords change the list. What is in the list always counts */
            enabled: boolean;
            /** @description Whose words for STOP, START and HELP count */
            languages: ("bg" | "bs" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "hr" | "hu" | "it" | "lt" | "lv" | "mk" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sq" | "sr" | "sv" | "tr" | "uk")[];
            /** @description true: only your own words count, and STOP itself; false: they count besides those of the languages */
            replaces: boolean;
            /**
             * @description What STOP stops: messages from all senders of the account, or from the one that was written to
             * @enum {unknown}
             */
            scope: "account" | "sender";
            /** @description Words of your own. Capitals and marks make no difference */
            words: {
                HELP?: string[];
                START?: string[];
                STOP?: string[];
            };
        };
        Overview: {
            /** @description No message was ever accepted */
            empty: boolean;
            /** @description Why messages are FAILED, REJECTED or UNKNOWN, the most frequent first, at most 20; numbers and ids in a reason are left out */
            failures: {
                /** @description Messages */
                count: number;
                reason: string;
            }[];
            now: components["schemas"]["Now"];
            /** @enum {unknown} */
            range: "1h" | "24h" | "30d";
            /** @description Every step, the first one first; the last has not ended yet */
            series: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /**
                 * Format: date-time
                 * @description When the step begins
                 */
                at: string;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description DELIVERED */
                delivered: number;
                /** @description FAILED */
                failed: number;
                /** @description Half of the delivered messages took no longer, within 12 %; absent if there are none */
                p50Seconds?: number;
                /** @description 95 % of the delivered messages took no longer, within 12 %; absent if there are none */
                p95Seconds?: number;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            }[];
            /** @description Charges less refunds */
            spend: {
                /** @description In this currency */
                amount: number;
                currency: string;
            }[];
            /** @description Between two entries of the series: 60, 3600 or 86400 (days of UTC) */
            stepSeconds: number;
            totals: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description DELIVERED */
                delivered: number;
                /** @description Delivered among those that have ended, from 0 to 1; absent while none has */
                deliveredShare?: number;
                /** @description FAILED */
                failed: number;
                /** @description Half of the delivered messages took no longer, within 12 %; absent if there are none */
                p50Seconds?: number;
                /** @description 95 % of the delivered messages took no longer, within 12 %; absent if there are none */
                p95Seconds?: number;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            };
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
        StreamEvent: {
            data: components["schemas"]["Now"];
            /** @enum {string} */
            event: "now";
        } | {
            data: {
                /** @description As in the list, without texts; the oldest first, at most 100 */
                messages: components["schemas"]["Message"][];
                /** @description About how many more there were */
                skipped?: number;
            };
            /** @enum {string} */
            event: "messages";
        } | {
            data: {
                /** @enum {unknown} */
                what: "carriers" | "senders" | "inbound" | "deliveries" | "emails";
            };
            /** @enum {string} */
            event: "changed";
        } | {
            data: Record<string, never>;
            /** @enum {string} */
            event: "reset";
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
        TotpOffer: {
            /** @description In base32. It is shown here and never again */
            secret: string;
            /** @description The same as otpauth URI, for a QR code */
            uri: string;
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
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description If there is one */
                    current?: string;
                    /** @description 12 to 200 characters */
                    new: string;
                };
            };
        };
        responses: {
            /** @description It counts from now on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The password is wrong */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not possible as things are */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session of the cookie */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A link, or the token, or name and password */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What stands behind the # of a one-time link */
                    link?: string;
                    /**
                     * @description Of the person, for the audit trail
                     * @example Anna
                     */
                    name?: string;
                    /** @description Of the operator with this name */
                    password?: string;
                    /** @description The operator token */
                    token?: string;
                    /**
                     * @description Of the authenticator app
                     * @example 123456
                     */
                    totp?: string;
                };
            };
        };
        responses: {
            /** @description You are logged in */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It leads nowhere; the header hermod-totp: required says that only the code is missing */
            401: {
                headers: {
                    "hermod-totp"?: "required";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sessions that are open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSessionList"];
                };
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such session, or it is not yours */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    turnTotpOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the authenticator app
                     * @example 123456
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Every log-in by password asks for a code */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The password is wrong */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not possible as things are */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    offerTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scan it now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpOffer"];
                };
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The password is wrong */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not possible as things are */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    turnTotpOff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the operator */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The password is enough */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no session, or it has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The password is wrong */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is not possible as things are */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConsoleLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the person, for the audit trail
                     * @example Anna
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
            /** @description The body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not by a session */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description The address in the From header */
                author?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description sent; repeated: the same mail had been taken before; dropped: nothing to send; rejected: by its From address or form; error: its author was told what is wrong */
                outcome?: "sent" | "repeated" | "dropped" | "rejected" | "error";
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of e-mails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailList"];
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such e-mail */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tryEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A whole mail, headers and all */
                    raw?: string;
                    /** @description Only its text */
                    text?: string;
                };
                "message/rfc822": unknown;
            };
        };
        responses: {
            /** @description What would happen */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTrial"];
                };
            };
            /** @description The body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOptOuts: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description All of one number, also if it was erased; the page parameters do not count then */
                number?: string;
                /** @description Of one sender only */
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
            /** @description A page of opt-outs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutList"];
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E.164, with their leading +. One that is wrong, and none is added */
                    numbers: string[];
                    /** @description Messages from this sender only; left out or null: from any of the account */
                    sender?: string | null;
                };
            };
        };
        responses: {
            /** @description They are in the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutsAdded"];
                };
            };
            /** @description Something is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All opt-outs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another file of this account is being written */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                optOutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such opt-out */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example number,sender
                 *     +38640123457,
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description They are in the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutsAdded"];
                };
            };
            /** @description Something is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is something else */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOptOutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings of the account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeOptOutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is answered by SMS, from the number that was written to, at the usual price: once for each change, and at most 4 times a day to one number. Without a text there is no answer */
                    answers?: {
                        HELP?: string;
                        START?: string;
                        STOP?: string;
                    };
                    /** @description Whether keywords change the list. What is in the list always counts */
                    enabled?: boolean;
                    /** @description Whose words for STOP, START and HELP count */
                    languages?: ("bg" | "bs" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "hr" | "hu" | "it" | "lt" | "lv" | "mk" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sq" | "sr" | "sv" | "tr" | "uk")[];
                    /** @description true: only your own words count, and STOP itself; false: they count besides those of the languages */
                    replaces?: boolean;
                    /**
                     * @description What STOP stops: messages from all senders of the account, or from the one that was written to
                     * @enum {unknown}
                     */
                    scope?: "account" | "sender";
                    /** @description Words of your own. Capitals and marks make no difference */
                    words?: {
                        HELP?: string[];
                        START?: string[];
                        STOP?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description The settings as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            /** @description Something is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description How far back */
                range?: "1h" | "24h" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Nothing was registered */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such sender */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Nothing was deleted */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
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
            /** @description The request is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such sender */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such sender */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No code can be sent for it */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The sender was not confirmed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
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
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is refused as a whole: nothing was sent, nothing charged */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The first request with this Idempotency-Key still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often (every ten recipients count as one request), or too much of the account is waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadMessages: {
        parameters: {
            query?: {
                /** @description Include the texts */
                content?: "true" | "false";
                /**
                 * @description ISO 3166 code of the destination
                 * @example SI
                 */
                country?: string;
                /** @description E.164, with the + written as %2B */
                destination?: string;
                /** @description Accepted at or after */
                from?: string;
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
            /** @description All that fit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another file of this account is being written */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such message */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such message */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The message can no longer be cancelled */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such message */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is refused as a whole: nothing was sent, nothing charged */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often (every ten recipients count as one request), or too much of the account is waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description Accepted in this hour or later; 24 hours before `to` if left out */
                from?: string;
                /** @description Accepted in an hour that begins before; now if left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatistics"];
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatisticsBy: {
        parameters: {
            query?: {
                /**
                 * @description To one country only
                 * @example SI
                 */
                country?: string;
                /** @description Accepted in this hour or later; 30 days before `to` if left out, a day for hours */
                from?: string;
                /** @description What a row is */
                group?: "day" | "hour" | "country";
                /** @description Accepted in an hour that begins before; now if left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatisticsRows"];
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatisticsByAsCsv: {
        parameters: {
            query?: {
                /**
                 * @description To one country only
                 * @example SI
                 */
                country?: string;
                /** @description Accepted in this hour or later; 30 days before `to` if left out, a day for hours */
                from?: string;
                /** @description What a row is */
                group?: "day" | "hour" | "country";
                /** @description Accepted in an hour that begins before; now if left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers, a line for each row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last `id` that was read: what came after it is sent first */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, for as long as they are read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Nothing was sent, nothing charged */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The first request with this Idempotency-Key still runs */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many codes, or too many requests; or hardly any code to such numbers was confirmed */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is wrong; no try was taken */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code is not approved */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description Nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is nothing to delete */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
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
            /** @description A parameter is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such delivery */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no such delivery */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is wrong */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This key has called too often, or too many reads of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too busy, took too long, or the database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deliveryReport: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event; the same in every retry and replay. Skip what you have seen already.
                 * @example 01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11
                 */
                "webhook-id": string;
                /**
                 * @description One or more signatures, separated by spaces, each `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as it came>`. The key is what stands behind `whsec_` in your secret, decoded from base64. Compare in constant time; one match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Time of this attempt in Unix seconds. Refuse what is more than five minutes away.
                 * @example 1794744000
                 */
                "webhook-timestamp": string;
                /**
                 * @description The id of the message.
                 * @example 01a1dd05-e828-7001-9785-625698a09e9d
                 */
                "X-Message-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryReport"];
            };
        };
        responses: {
            /** @description Taken; the body of the answer does not matter */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    inboundMessage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event; the same in every retry and replay. Skip what you have seen already.
                 * @example 01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11
                 */
                "webhook-id": string;
                /**
                 * @description One or more signatures, separated by spaces, each `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as it came>`. The key is what stands behind `whsec_` in your secret, decoded from base64. Compare in constant time; one match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Time of this attempt in Unix seconds. Refuse what is more than five minutes away.
                 * @example 1794744000
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundMessage"];
            };
        };
        responses: {
            /** @description Taken; the body of the answer does not matter */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    senderStatus: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the event; the same in every retry and replay. Skip what you have seen already.
                 * @example 01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11
                 */
                "webhook-id": string;
                /**
                 * @description One or more signatures, separated by spaces, each `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body as it came>`. The key is what stands behind `whsec_` in your secret, decoded from base64. Compare in constant time; one match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Time of this attempt in Unix seconds. Refuse what is more than five minutes away.
                 * @example 1794744000
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderStatusEvent"];
            };
        };
        responses: {
            /** @description Taken; the body of the answer does not matter */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
