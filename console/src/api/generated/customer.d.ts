// Made from docs/openapi.json by console/scripts/types.mjs. Do not edit.
export interface paths {
    "/console/v1/demo-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the API key of the demo account (extension)
         * @description Returns the file that holds the key and, to an admin at the machine of the service, the key itself.
         */
        get: operations["getDemoKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
         * Set your password (extension)
         * @description Ends all your other sessions.
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
        /** Retrieve the session (extension) */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in to the console (extension)
         * @description Signs in with a sign-in link, with the operator token, or with name, password and, if two-factor authentication is on, a code.
         *     Returns the session and sets its cookie. The session ends after 12 hours without use, and 7 days after the sign-in.
         */
        post: operations["logIn"];
        /** Sign out (extension) */
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
         * @description Returns open sessions, newest first, at most 1000: for an admin all of them, otherwise your own or those of your account.
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
         * @description Takes effect in all processes within two seconds.
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
        /**
         * Turn on two-factor authentication (extension)
         * @description Confirms the secret with a code. Every sign-in with a password then requires a code.
         */
        put: operations["turnTotpOn"];
        /**
         * Create a secret for an authenticator app (extension)
         * @description Returns a secret. Two-factor authentication is on after a code was confirmed with PUT.
         */
        post: operations["offerTotp"];
        /** Turn off two-factor authentication (extension) */
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
         * Create a sign-in link for the console (extension)
         * @description Returns a link that signs in once, within ten minutes. The session has access to this account only, and ends when the API key that created the link is revoked or expires.
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
         * List Email2SMS requests (extension)
         * @description Returns a page of e-mails that contained a key of the account, with their outcomes, newest first.
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
         * Retrieve an Email2SMS request (extension)
         * @description Returns the e-mail as received and decoded, with its tags and the authentication result of its From address.
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
         * Test an e-mail (extension)
         * @description Returns what Email2SMS would do with an e-mail. Nothing is sent, charged or stored. Send a complete e-mail as message/rfc822, or only its text as JSON. Without `#apikey#` the e-mail is treated as one of the calling account.
         */
        post: operations["tryEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the first steps (extension)
         * @description Returns what the account has done so far, for the checklist of the first day.
         */
        get: operations["getFirstSteps"];
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
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys (extension)
         * @description Returns a page of the API keys of the account, newest first. Needs a console session.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue a key (extension)
         * @description Returns the key, which is shown only once: only its hash is stored. Needs a console session. In a session that a key has opened, the new key has the expiry and the addresses of that key unless the request narrows them.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a key (extension)
         * @description Needs a console session.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a key (extension)
         * @description Omitted fields are not changed. The expiry of an expired key can be extended; a revoked key cannot be changed. Needs a console session.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/v1/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key (extension)
         * @description Sending with the key is refused immediately, all other requests within two seconds. Keys that were issued in a session opened with this key are revoked too. Needs a console session.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key (extension)
         * @description Returns a new key with the same label and allowed addresses. Both keys are valid until the overlap ends. Needs a console session.
         */
        post: operations["rotateKey"];
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
    "/v1/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download transactions as CSV (extension)
         * @description Returns all matching transactions, newest first. The file is generated while it is read; if the connection breaks, it is incomplete.
         */
        get: operations["downloadLedger"];
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
         * List opt-outs (extension)
         * @description Returns a page of recipients who opted out, newest first. Messages to them are accepted, become REJECTED and cost nothing.
         */
        get: operations["listOptOuts"];
        put?: never;
        /**
         * Add opt-outs (extension)
         * @description Returns how many numbers were added. Numbers that are already in the list are not changed.
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
         * Download opt-outs as CSV (extension)
         * @description Returns all opt-outs, newest first. If the connection breaks, the file is incomplete.
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
         * Remove an opt-out (extension)
         * @description Remove a number only if the recipient asked to receive messages again.
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
         * Import opt-outs from CSV (extension)
         * @description The file is UTF-8 and at most 1 MiB: one number per line, or a header line with the column `number` and optionally `sender`. If a line is invalid, nothing is imported; the error lists the first 20 invalid lines.
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
        /**
         * Retrieve opt-out settings (extension)
         * @description Returns the keywords and the replies to them.
         */
        get: operations["getOptOutSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update opt-out settings (extension)
         * @description Omitted fields are not changed. `answers` and each list of `words` are replaced as a whole.
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
        /**
         * Retrieve the overview (extension)
         * @description Returns current rates and backlogs, and counts, delivery times, spend and failures over a range.
         */
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
    "/v1/sms/messages.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download messages as CSV (extension)
         * @description Returns all matching messages, newest first. The file is generated while it is read, one file per account at a time. A cell that a spreadsheet would take for a formula is prefixed with an apostrophe ('); phone numbers are not. If the connection breaks, the file is incomplete.
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
    "/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve hourly statistics (extension)
         * @description Returns traffic per hour and spend per country, for at most 31 days. Statistics are kept forever, also after messages are erased.
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
         * Retrieve statistics by day, hour, country, sender or key (extension)
         * @description Returns one row per group, for at most 366 days, or 31 days by hour.
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
        /**
         * Download statistics as CSV (extension)
         * @description Returns the rows of GET /v1/statistics/by, one per line.
         */
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
         * Stream events (extension)
         * @description Returns server-sent events; `event` and `data` are described by StreamEvent.
         *     Each group of events ends with an `id`, a timestamp. Send it as `Last-Event-ID`, to any process, to get the events missed in the last
         *     few minutes, or a `reset`. A message may be sent twice. Comments keep the connection open. A client that reads too slowly is
         *     disconnected. At most 10 streams per account are open on a process.
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
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates (extension)
         * @description Returns a page of the message templates of the account, newest first, without their texts.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template (extension)
         * @description Send it with `template` in POST /v1/sms/messages.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a template (extension) */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template (extension)
         * @description Deletes all versions. Accepted and scheduled messages keep their text.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a template (extension)
         * @description A change of texts, variables or the default language makes a new version; a change of the name does not.
         */
        patch: operations["changeTemplate"];
        trace?: never;
    };
    "/v1/templates/{templateId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a template (extension)
         * @description Returns the filled-in text, its encoding, segments and price. Nothing is sent or charged.
         */
        post: operations["previewTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List versions of a template (extension) */
        get: operations["listTemplateVersions"];
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
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List managed webhook endpoints (extension)
         * @description Returns the webhook endpoints that the account has created, with their state.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint (extension)
         * @description Events of these types go to the endpoint if the send request or the sender names no URL of its own. Returns the signing secret, which is shown only once.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a webhook endpoint (extension) */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint (extension)
         * @description Nothing more is sent to the endpoint: its pending deliveries are given up.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint (extension)
         * @description Omitted fields are not changed. A new URL also applies to pending and replayed deliveries. Nothing is sent to a disabled endpoint: events that were on their way are given up, and can be replayed after it is enabled again.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the failed deliveries of a webhook endpoint (extension)
         * @description Returns how many deliveries a replay since the same time delivers again.
         */
        get: operations["countFailedDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed deliveries of a webhook endpoint (extension)
         * @description Delivers all its failed events since a time again, with all retries and the same webhook-id.
         */
        post: operations["replayWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint (extension)
         * @description Returns a new signing secret. Webhooks are signed with both the new and the previous secret for 24 hours.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event to a webhook endpoint (extension)
         * @description The event is signed and retried like a real event.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
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
         * @description Sent on every status change of a message, to the `deliveryReportUrl` of the send request or else of the sender. Reports of one message are sent in order. Respond with any 2xx within 15 seconds. Any other response, including a redirect, is retried up to ten times, after n² + 1 minutes.
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
         * @description Sent when one of your senders receives an SMS, to its `inboundUrl`. Respond with any 2xx within 15 seconds. Any other response, including a redirect, is retried up to ten times, after n² + 1 minutes.
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
         * @description Sent on every status change of a sender, to its `statusCallbackUrl`. Respond with any 2xx within 15 seconds. Any other response, including a redirect, is retried up to ten times, after n² + 1 minutes.
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
        AccountStatistics: {
            /**
             * Format: date-time
             * @description Time of the last count, at most 30 seconds ago
             */
            countedAt?: string;
            /** @description All hours of the range, oldest first */
            hours: {
                /** @description Accepted messages; the other counts are their current statuses */
                accepted: number;
                /** @description Messages with status CANCELLED, refunded */
                cancelled: number;
                /** @description Messages with status DELIVERED */
                delivered: number;
                /** @description Messages with status FAILED */
                failed: number;
                /**
                 * Format: date-time
                 * @description Start of the hour
                 */
                hour: string;
                /** @description Median delivery time in seconds, accurate to 12 %; absent without delivered messages */
                p50Seconds?: number;
                /** @description 95th percentile of the delivery time in seconds, accurate to 12 %; absent without delivered messages */
                p95Seconds?: number;
                /** @description Messages with status REJECTED, refunded */
                rejected: number;
                /** @description Messages accepted by a carrier, without a receipt yet */
                sent: number;
                /** @description Messages with status UNKNOWN */
                unknown: number;
                /** @description Messages that are scheduled or waiting for a carrier */
                waiting: number;
            }[];
            /** @description Spend by country, largest first */
            spend: {
                /** @description Charges minus refunds */
                amount: number;
                country: string;
                currency: string;
                /** @description Charged messages */
                messages: number;
            }[];
        };
        AccountStatisticsRows: {
            /** @description Groups with messages, at most 1000; with `step`, at most nine per step and currency */
            rows: {
                /** @description Accepted messages; the other counts are their current statuses */
                accepted: number;
                /**
                 * Format: date-time
                 * @description Start of the step; only with `step`
                 */
                at?: string;
                /** @description Messages with status CANCELLED, refunded */
                cancelled: number;
                /** @description Currency of spend; a key has one row per currency */
                currency: string;
                /** @description Messages with status DELIVERED */
                delivered: number;
                /** @description Share of completed messages that were delivered, from 0 to 1; absent if none is completed */
                deliveredShare?: number;
                /** @description Messages with status FAILED */
                failed: number;
                /** @description Key of the group: a day such as 2026-11-16, the start of an hour, a country, a sender, the id of an API key or SMPP credential (`none`: sent from the console, or unknown), the id of a carrier (`none`: not handed to a carrier) or the id of an account */
                key: string;
                /** @description Name of the carrier or account, label of the key (for customers also its first characters, if it has none), system_id of the SMPP credential */
                label?: string;
                /** @description Messages with status REJECTED, refunded */
                rejected: number;
                /** @description Messages accepted by a carrier, without a receipt yet */
                sent: number;
                /** @description Charges minus refunds */
                spend: number;
                /** @description Messages with status UNKNOWN */
                unknown: number;
                /** @description Messages that are scheduled or waiting for a carrier */
                waiting: number;
            }[];
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
        ConsoleLink: {
            /**
             * Format: date-time
             * @description End of validity
             */
            expiresAt: string;
            /**
             * Format: uri
             * @description URL that signs in to the console once; keep it secret
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
             * @description End of the session; each use extends it, up to seven days after sign-in
             */
            expiresAt: string;
            /** @description Additional read access of the role support: text (of messages and e-mails), keys (their first characters) */
            grants?: ("text" | "keys")[];
            /** @description Whether a password is set; only for named operators */
            hasPassword?: boolean;
            /** @description Whether two-factor authentication is on; only for named operators */
            hasTotp?: boolean;
            /** @enum {unknown} */
            kind: "operator" | "account";
            /** @description Name of the person, shown in the audit log */
            name: string;
            /**
             * @description admin: full access; support: read-only access without message texts and keys
             * @enum {unknown}
             */
            role?: "admin" | "support";
            service: {
                /** @description Whether a demo account exists */
                demo: boolean;
                /** @description Email2SMS address */
                emailAddress: string;
                name: string;
                /** @enum {unknown} */
                senderApproval: "auto" | "manual";
                /** @description Whether a simulator carrier is configured */
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
                /** @description IP address of the sign-in */
                address: string;
                /**
                 * Format: date-time
                 * @description Time of the sign-in
                 */
                createdAt: string;
                /** @description Whether it is the calling session */
                current: boolean;
                /**
                 * Format: date-time
                 * @description End of the session; each use extends it
                 */
                expiresAt: string;
                /** @enum {unknown} */
                kind: "operator" | "account";
                /**
                 * Format: date-time
                 * @description Time of the last use, up to a few seconds old
                 */
                lastSeenAt: string;
                name: string;
                /** Format: uuid */
                sessionId: string;
                userAgent: string;
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
        DemoKey: {
            /** @description File on the machine of the service that holds the key */
            file: string;
            /** @description The key; only over a loopback connection to a service with the embedded database, no account besides the demo account, and a generated key */
            key?: string;
        };
        /** @description headers, tags, proof and text are present only when a single e-mail is retrieved */
        Email: {
            /** @description Number of similar e-mails that this entry represents; more than 1 if not all of an hour were stored */
            count: number;
            /** Format: uuid */
            emailId: string;
            /** @description Envelope sender; empty for automatic e-mails and mailboxes that do not report it */
            envelopeFrom: string;
            /** @description Address in the From header */
            from: string | null;
            headers?: {
                name: string;
                value: string;
            }[];
            /** @description Message-ID header */
            messageId: string | null;
            /** @description Messages sent by the e-mail */
            messageIds: string[];
            /**
             * @description sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send; rejected: because of its From address or format; error: the author was notified of the error by e-mail
             * @enum {unknown}
             */
            outcome: "sent" | "repeated" | "dropped" | "rejected" | "error";
            /** @description Authentication of the author: SPF, DKIM, alignment, or a trusted relay */
            proof?: {
                [key: string]: unknown;
            };
            /** @description Reason, unless the outcome is sent */
            reason: string | null;
            /**
             * Format: date-time
             * @description Time of receipt
             */
            receivedAt: string;
            /** @description Size in bytes */
            size: number;
            subject: string;
            /** @description Tags read from the text; the key is shortened to its prefix */
            tags?: {
                [key: string]: unknown;
            };
            /** @description Decoded text with the key masked; kept for a few days */
            text?: string | null;
            /** @enum {unknown} */
            via: "SMTP" | "IMAP";
        };
        EmailList: {
            emails: components["schemas"]["Email"][];
            /** @description Absent on the last page. A filtered page may be short or empty and still have one */
            nextCursor?: string;
        };
        EmailTrial: {
            /** @description Addresses that may use the key; empty: any address. SPF and DKIM are not checked */
            allowedFrom: string[];
            /** @description Addresses in the From header */
            from: string[];
            /** @enum {unknown} */
            outcome: "sent" | "dropped" | "rejected" | "error";
            preview?: components["schemas"]["Preview"];
            reason?: string;
            /** @description Tags read from the text; the key is shortened to its prefix */
            tags: {
                [key: string]: unknown;
            };
            /** @description Text that the tags are read from, with the key masked */
            text: string;
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
        /** @description Body of every error response */
        Error: {
            /** @description Error text */
            error: string;
        };
        FailedDeliveries: {
            /** @description true: there are more than were counted */
            atLeast?: boolean;
            /** @description Number of deliveries that a replay delivers again */
            failed: number;
        };
        FirstSteps: {
            /** @description A message was delivered */
            delivered: {
                destination?: string;
                /** @description Whether it has happened; also true after the record was erased */
                done: boolean;
                /**
                 * Format: uuid
                 * @description The latest such message; absent if it is not among the newest
                 */
                messageId?: string;
            };
            /** @description A message ended as FAILED or REJECTED */
            failed: {
                destination?: string;
                /** @description Whether it has happened; also true after the record was erased */
                done: boolean;
                /**
                 * Format: uuid
                 * @description The latest such message; absent if it is not among the newest
                 */
                messageId?: string;
                reason?: string;
                /** @enum {unknown} */
                status?: "FAILED" | "REJECTED";
            };
            /** @description Whether the first message was accepted in the last seven days, or none was */
            isNew: boolean;
            /** @description Whether a message was ever accepted */
            sent: boolean;
            /** @description A webhook was delivered */
            webhook: {
                /**
                 * Format: uuid
                 * @description The latest one
                 */
                deliveryId?: string;
                /** @description Whether one of the newest webhooks was delivered */
                done: boolean;
                url?: string;
            };
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
        IssuedKey: {
            /** @description Addresses from which an e-mail may use the key, in lower case; empty: any address */
            allowedEmails: string[];
            /**
             * Format: date-time
             * @description Time of issue
             */
            createdAt: string;
            /** @description Expiry time; null: never */
            expiresAt: string | null;
            /** @description Key with which the person who issued this key had signed in. Revoking it also revokes this key; null: none */
            issuedWith: string | null;
            /**
             * Format: uuid
             * @description API key; shown only once
             */
            key: string;
            /** Format: uuid */
            keyId: string;
            /**
             * @description Purpose of the key
             * @example web shop
             */
            label: string;
            /** @description Time of the last use, up to a few seconds old; null: never used */
            lastUsedAt: string | null;
            /**
             * @description First eight characters of the key
             * @example 3f2b8c1d
             */
            prefix: string;
            /** @description Time of revocation */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
        };
        IssuedWebhookEndpoint: {
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description Purpose of the endpoint
             * @example web shop
             */
            description: string;
            /** @description false: nothing is sent to it */
            enabled: boolean;
            /** Format: uuid */
            endpointId: string;
            /** @description Event types that it receives; at most one enabled endpoint of the account receives each */
            kinds: ("delivery report" | "inbound message" | "sender status")[];
            /**
             * Format: date-time
             * @description Until then, webhooks are signed with the previous secret too
             */
            previousExpiresAt?: string;
            /** @description Signing secret of the endpoint; shown only once */
            signingSecret: string;
            /**
             * @description URL that receives the events
             * @example https://shop.example.com/webhooks
             */
            url: string;
        };
        Key: {
            /** @description Addresses from which an e-mail may use the key, in lower case; empty: any address */
            allowedEmails: string[];
            /**
             * Format: date-time
             * @description Time of issue
             */
            createdAt: string;
            /** @description Expiry time; null: never */
            expiresAt: string | null;
            /** @description Key with which the person who issued this key had signed in. Revoking it also revokes this key; null: none */
            issuedWith: string | null;
            /** Format: uuid */
            keyId: string;
            /**
             * @description Purpose of the key
             * @example web shop
             */
            label: string;
            /** @description Time of the last use, up to a few seconds old; null: never used */
            lastUsedAt: string | null;
            /**
             * @description First eight characters of the key
             * @example 3f2b8c1d
             */
            prefix: string;
            /** @description Time of revocation */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
        };
        KeyList: {
            keys: components["schemas"]["Key"][];
            /** @description Absent on the last page */
            nextCursor?: string;
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
        Now: {
            /** @description Messages accepted per second, over the last ten seconds */
            acceptedPerSecond: number;
            /**
             * Format: date-time
             * @description Time of the measurement
             */
            at: string;
            /** @description Current balance; may be negative down to the credit limit */
            balance: number;
            currency: string;
            /** @description Messages delivered per second, over the last ten seconds */
            deliveredPerSecond: number;
            /** @description Seconds since the oldest waiting message was accepted or due; 0 if none is waiting */
            oldestWaitingSeconds: number;
            /** @description Messages waiting for a carrier, counted up to 10000 per queue */
            waiting: number;
            /** @description Pending webhooks: those to send or retry, counted up to 1000 per account and 2000 in total, and up to 2000 that wait for an earlier one */
            webhookBacklog: number;
            /** @description Age of the oldest pending webhook in seconds; 0 if there is none */
            webhookOldestSeconds: number;
        };
        OptOut: {
            /**
             * Format: date-time
             * @description Time of the opt-out
             */
            createdAt: string;
            /** @description Phone number; null if it was erased. An erased number stays opted out by its keyed hash */
            number: string | null;
            /** Format: uuid */
            optOutId: string;
            /** @description Sender that the opt-out applies to; null for all senders of the account */
            sender: string | null;
            /**
             * @description keyword: the recipient sent STOP; request, import: added through this API; operator: added by the operator
             * @enum {unknown}
             */
            source: "keyword" | "request" | "import" | "operator";
        };
        OptOutList: {
            /** @description Absent on the last page. A filtered page may be short or empty and still have one */
            nextCursor?: string;
            optOuts: components["schemas"]["OptOut"][];
        };
        OptOutsAdded: {
            /** @description Numbers that were added */
            added: number;
            /** @description Numbers that were already in the list */
            known: number;
        };
        OptOutSettings: {
            /** @description SMS replies, sent from the number that received the keyword, at the normal price: one per change, and at most 4 per day and recipient. Without a text no reply is sent */
            answers: {
                HELP?: string;
                START?: string;
                STOP?: string;
            };
            /** @description Whether keywords change the list. Existing opt-outs always apply */
            enabled: boolean;
            /** @description Languages whose keywords for STOP, START and HELP are recognised */
            languages: ("bg" | "bs" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "hr" | "hu" | "it" | "lt" | "lv" | "mk" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sq" | "sr" | "sv" | "tr" | "uk")[];
            /** @description true: only the additional keywords and STOP are recognised; false: those of the languages too */
            replaces: boolean;
            /**
             * @description What STOP applies to: all senders of the account, or the sender that received it
             * @enum {unknown}
             */
            scope: "account" | "sender";
            /** @description Additional keywords. Case and diacritics are ignored */
            words: {
                HELP?: string[];
                START?: string[];
                STOP?: string[];
            };
        };
        Overview: {
            /** @description Whether no message has been sent yet */
            empty: boolean;
            /** @description Reasons of FAILED, REJECTED and UNKNOWN messages, most frequent first, at most 20; phone numbers and ids are removed */
            failures: {
                /** @description Number of messages */
                count: number;
                reason: string;
                /** @description The reason in plain words */
                reasonText?: string;
            }[];
            now: components["schemas"]["Now"];
            /** @description The period of the same length before */
            previous: {
                /** @description One number per step, oldest first */
                accepted: number[];
                totals: {
                    /** @description Accepted messages; the other counts are their current statuses */
                    accepted: number;
                    /** @description Messages with status CANCELLED, refunded */
                    cancelled: number;
                    /** @description Messages with status DELIVERED */
                    delivered: number;
                    /** @description Share of completed messages that were delivered, from 0 to 1; absent if none is completed */
                    deliveredShare?: number;
                    /** @description Messages with status FAILED */
                    failed: number;
                    /** @description Messages with status REJECTED, refunded */
                    rejected: number;
                    /** @description Messages accepted by a carrier, without a receipt yet */
                    sent: number;
                    /** @description Messages with status UNKNOWN */
                    unknown: number;
                    /** @description Messages that are scheduled or waiting for a carrier */
                    waiting: number;
                };
            };
            /** @enum {unknown} */
            range: "1h" | "24h" | "30d";
            /** @description All steps, oldest first; the last is still in progress */
            series: {
                /** @description Accepted messages; the other counts are their current statuses */
                accepted: number;
                /**
                 * Format: date-time
                 * @description Start of the step
                 */
                at: string;
                /** @description Messages with status CANCELLED, refunded */
                cancelled: number;
                /** @description Messages with status DELIVERED */
                delivered: number;
                /** @description Messages with status FAILED */
                failed: number;
                /** @description Median delivery time in seconds, accurate to 12 %; absent without delivered messages */
                p50Seconds?: number;
                /** @description 95th percentile of the delivery time in seconds, accurate to 12 %; absent without delivered messages */
                p95Seconds?: number;
                /** @description Messages with status REJECTED, refunded */
                rejected: number;
                /** @description Messages accepted by a carrier, without a receipt yet */
                sent: number;
                /** @description Messages with status UNKNOWN */
                unknown: number;
                /** @description Messages that are scheduled or waiting for a carrier */
                waiting: number;
            }[];
            /** @description Charges minus refunds, by currency */
            spend: {
                /** @description Amount in this currency */
                amount: number;
                currency: string;
            }[];
            /** @description Length of a step of the series in seconds: 60, 3600 or 86400 (UTC days) */
            stepSeconds: number;
            totals: {
                /** @description Accepted messages; the other counts are their current statuses */
                accepted: number;
                /** @description Messages with status CANCELLED, refunded */
                cancelled: number;
                /** @description Messages with status DELIVERED */
                delivered: number;
                /** @description Share of completed messages that were delivered, from 0 to 1; absent if none is completed */
                deliveredShare?: number;
                /** @description Messages with status FAILED */
                failed: number;
                /** @description Median delivery time in seconds, accurate to 12 %; absent without delivered messages */
                p50Seconds?: number;
                /** @description 95th percentile of the delivery time in seconds, accurate to 12 %; absent without delivered messages */
                p95Seconds?: number;
                /** @description Messages with status REJECTED, refunded */
                rejected: number;
                /** @description Messages accepted by a carrier, without a receipt yet */
                sent: number;
                /** @description Messages with status UNKNOWN */
                unknown: number;
                /** @description Messages that are scheduled or waiting for a carrier */
                waiting: number;
            };
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
        StreamEvent: {
            data: components["schemas"]["Now"];
            /** @enum {string} */
            event: "now";
        } | {
            data: {
                /** @description Messages as in the list, without texts; oldest first, at most 100 */
                messages: components["schemas"]["Message"][];
                /** @description Approximate number of omitted messages */
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
        Template: {
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description Language of requests in a language without a text
             * @example sl
             */
            defaultLanguage: string;
            /**
             * @description Unique in the account; case is ignored
             * @example order shipped
             */
            name: string;
            /** Format: uuid */
            templateId: string;
            /**
             * @description Texts by language, at most 30. {{name}} stands for the variable name, {{{{ for two braces
             * @example {
             *       "en": "Hi {{name}}",
             *       "sl": "Zdravo {{name}}"
             *     }
             */
            texts: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description Variables of all texts */
            variables: {
                /** @description Value of a request without one */
                default?: string | number;
                /** @description Most characters of the value in the text */
                maxLength?: number;
                /**
                 * @description Letter, then letters, digits and underscores; at most 32
                 * @example name
                 */
                name: string;
                /**
                 * @description date: YYYY-MM-DD; code: letters, digits and hyphens. Numbers and dates follow the language of the text
                 * @enum {unknown}
                 */
                type: "text" | "number" | "date" | "url" | "code";
            }[];
            /** @description Number of the version, from 1; each change of the content makes a new one */
            version: number;
        };
        TemplateList: {
            /** @description Absent on the last page */
            nextCursor?: string;
            templates: components["schemas"]["TemplateSummary"][];
        };
        TemplatePreview: {
            /** @description Text after replacement */
            content: string;
            currency: string;
            encoding: string;
            /** @description Characters outside the GSM character set, and their positions in the text (in characters, from 0) */
            forcesUnicode: {
                character: string;
                positions: number[];
            }[];
            /** @description Language of the text */
            language: string;
            /** @description Price of one message; absent if the account has no price */
            price?: {
                from: number;
                to: number;
            };
            segmentCount: number;
            /** @description Number of the version, from 1; each change of the content makes a new one */
            version: number;
        };
        TemplateSummary: {
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description Language of requests in a language without a text
             * @example sl
             */
            defaultLanguage: string;
            /** @description Languages of the texts */
            languages: string[];
            /**
             * @description Unique in the account; case is ignored
             * @example order shipped
             */
            name: string;
            /** Format: uuid */
            templateId: string;
            /**
             * Format: date-time
             * @description Time of the last change
             */
            updatedAt: string;
            /** @description Number of the version, from 1; each change of the content makes a new one */
            version: number;
        };
        TemplateVersion: {
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description Language of requests in a language without a text
             * @example sl
             */
            defaultLanguage: string;
            /**
             * @description Texts by language, at most 30. {{name}} stands for the variable name, {{{{ for two braces
             * @example {
             *       "en": "Hi {{name}}",
             *       "sl": "Zdravo {{name}}"
             *     }
             */
            texts: {
                [key: string]: string;
            };
            /** @description Variables of all texts */
            variables: {
                /** @description Value of a request without one */
                default?: string | number;
                /** @description Most characters of the value in the text */
                maxLength?: number;
                /**
                 * @description Letter, then letters, digits and underscores; at most 32
                 * @example name
                 */
                name: string;
                /**
                 * @description date: YYYY-MM-DD; code: letters, digits and hyphens. Numbers and dates follow the language of the text
                 * @enum {unknown}
                 */
                type: "text" | "number" | "date" | "url" | "code";
            }[];
            /** @description Number of the version, from 1; each change of the content makes a new one */
            version: number;
        };
        TemplateVersionList: {
            /** @description The newest 100 versions, newest first */
            versions: components["schemas"]["TemplateVersion"][];
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
        TotpOffer: {
            /** @description Secret in Base32; shown only once */
            secret: string;
            /** @description Secret as an otpauth URI, for a QR code */
            uri: string;
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
        WebhookEndpoint: {
            activity?: components["schemas"]["Endpoint"];
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description Purpose of the endpoint
             * @example web shop
             */
            description: string;
            /** @description false: nothing is sent to it */
            enabled: boolean;
            /** Format: uuid */
            endpointId: string;
            /** @description Event types that it receives; at most one enabled endpoint of the account receives each */
            kinds: ("delivery report" | "inbound message" | "sender status")[];
            /**
             * Format: date-time
             * @description Until then, webhooks are signed with the previous secret too
             */
            previousExpiresAt?: string;
            /**
             * @description URL that receives the events
             * @example https://shop.example.com/webhooks
             */
            url: string;
        };
        WebhookEndpointList: {
            /** @description Newest first */
            endpoints: components["schemas"]["WebhookEndpoint"][];
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
    getDemoKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, and the key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoKey"];
                };
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Demo account not found */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
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
                    /** @description Current password, if one is set */
                    current?: string;
                    /** @description New password, 12 to 200 characters */
                    new: string;
                };
            };
        };
        responses: {
            /** @description The password is set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
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
            /** @description The current state of the operator does not allow it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not come from the console, or the role does not permit it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
        /** @description One of: link; token; name and password */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Part after the # of a sign-in link */
                    link?: string;
                    /**
                     * @description Name of the person, shown in the audit log
                     * @example Anna
                     */
                    name?: string;
                    /** @description Password of the operator with this name */
                    password?: string;
                    /** @description Operator token */
                    token?: string;
                    /**
                     * @description Code of the authenticator app
                     * @example 123456
                     */
                    totp?: string;
                };
            };
        };
        responses: {
            /** @description The session */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credentials are wrong; the header hermod-totp: required means that only the code is missing */
            401: {
                headers: {
                    "hermod-totp"?: "required";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not come from the console, or the role does not permit it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not come from the console, or the role does not permit it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The open sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSessionList"];
                };
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not come from the console, or the role does not permit it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Session not found */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                     * @description Code of the authenticator app
                     * @example 123456
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Two-factor authentication is on */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
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
            /** @description The current state of the operator does not allow it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpOffer"];
                };
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
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
            /** @description The current state of the operator does not allow it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                    /** @description Password of the operator */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Two-factor authentication is off */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller is not signed in, or the session has ended */
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
            /** @description The current state of the operator does not allow it */
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
            /** @description Too many attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The calling account */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                     * @description Name of the person, shown in the audit log
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
            /** @description The caller is a console session */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                /** @description Address in the From header */
                author?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send; rejected: because of its From address or format; error: the author was notified of the error by e-mail */
                outcome?: "sent" | "repeated" | "dropped" | "rejected" | "error";
                /** @description End of the range, exclusive */
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
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description E-mail not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                    /** @description Complete e-mail with headers */
                    raw?: string;
                    /** @description Text of the e-mail only */
                    text?: string;
                };
                "message/rfc822": unknown;
            };
        };
        responses: {
            /** @description The result of the test */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFirstSteps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The first steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstSteps"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description The caller is not a console session, or the key would grant more than the key with which the person has signed in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Addresses from which an e-mail may use the key, ignoring case; empty: any address */
                    allowedEmails?: string[];
                    /** @description Expiry time; null: never */
                    expiresAt?: string | null;
                    /**
                     * @description Purpose of the key
                     * @example web shop
                     */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
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
            /** @description The caller is not a console session, or the key would grant more than the key with which the person has signed in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has too many live keys */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
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
            /** @description The caller is not a console session, or the key would grant more than the key with which the person has signed in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Key not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Addresses from which an e-mail may use the key, ignoring case; empty: any address */
                    allowedEmails?: string[];
                    /** @description Expiry time; null: never */
                    expiresAt?: string | null;
                    /**
                     * @description Purpose of the key
                     * @example web shop
                     */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The updated key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
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
            /** @description The caller is not a console session, or the key would grant more than the key with which the person has signed in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Key not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is revoked */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
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
            /** @description The caller is not a console session, or the key would grant more than the key with which the person has signed in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Key not found */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Seconds for which the old key or password stays valid; 0: it becomes invalid immediately
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
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
            /** @description The caller is not a console session, or the key would grant more than the key with which the person has signed in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Key not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has expired or is revoked */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadLedger: {
        parameters: {
            query?: {
                /** @description Start of the range, inclusive */
                from?: string;
                kind?: "top-up" | "charge" | "refund" | "correction";
                /** @description End of the range, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching transactions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another download of this account is running */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description All opt-outs of one number, also if it was erased; page parameters are then ignored */
                number?: string;
                /** @description Only opt-outs from this sender */
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
            /** @description A page of opt-outs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutList"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                    /** @description Phone numbers in E.164 format with leading +. If one is invalid, none is added */
                    numbers: string[];
                    /** @description Sender that the opt-outs apply to; omitted or null: all senders of the account */
                    sender?: string | null;
                };
            };
        };
        responses: {
            /** @description The numbers are in the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutsAdded"];
                };
            };
            /** @description The request is invalid; nothing was changed */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another download of this account is running */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Opt-out not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The numbers are in the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutsAdded"];
                };
            };
            /** @description The request is invalid; nothing was changed */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Content-Type is not text/csv */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                    /** @description SMS replies, sent from the number that received the keyword, at the normal price: one per change, and at most 4 per day and recipient. Without a text no reply is sent */
                    answers?: {
                        HELP?: string;
                        START?: string;
                        STOP?: string;
                    };
                    /** @description Whether keywords change the list. Existing opt-outs always apply */
                    enabled?: boolean;
                    /** @description Languages whose keywords for STOP, START and HELP are recognised */
                    languages?: ("bg" | "bs" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "hr" | "hu" | "it" | "lt" | "lv" | "mk" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sq" | "sr" | "sv" | "tr" | "uk")[];
                    /** @description true: only the additional keywords and STOP are recognised; false: those of the languages too */
                    replaces?: boolean;
                    /**
                     * @description What STOP applies to: all senders of the account, or the sender that received it
                     * @enum {unknown}
                     */
                    scope?: "account" | "sender";
                    /** @description Additional keywords. Case and diacritics are ignored */
                    words?: {
                        HELP?: string[];
                        START?: string[];
                        STOP?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description The updated settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            /** @description The request is invalid; nothing was changed */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                /** @description Length of the range, up to now */
                range?: "1h" | "24h" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sender not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sender not found */
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
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The sender; the code is being sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderDetails"];
                };
            };
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sender not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The sender is not awaiting a code */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many codes were sent */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid; nothing was sent or charged */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The first request with this Idempotency-Key is still running */
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
            /** @description The rate limit of the key is exceeded (every ten recipients count as one request), or too many messages of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                /** @description Whether to include the texts */
                content?: "true" | "false";
                /**
                 * @description ISO 3166 code of the destination
                 * @example SI
                 */
                country?: string;
                /** @description Phone number in E.164 format, with + encoded as %2B */
                destination?: string;
                /** @description Earliest acceptance time, inclusive */
                from?: string;
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
            /** @description All matching messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another download of this account is running */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Message not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Message not found */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The message and its timeline */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Message not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is invalid; nothing was changed */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the messages does not exist; nothing was changed */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description The request is invalid; nothing was sent or charged */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded (every ten recipients count as one request), or too many messages of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is invalid, or one of the messages cannot be sent; nothing was sent or charged */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the messages does not exist; nothing was sent or charged */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The first request with this Idempotency-Key is still running */
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
            /** @description The rate limit of the key is exceeded (every ten recipients count as one request), or too many messages of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The request is invalid, or one of the messages cannot be sent; nothing was sent or charged */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One of the messages does not exist; nothing was sent or charged */
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
            /** @description The rate limit of the key is exceeded (every ten recipients count as one request), or too many messages of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                /** @description Start of the range, rounded down to the hour. Default: 24 hours before `to` */
                from?: string;
                /** @description End of the range, rounded up to the hour. Default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatistics"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                 * @description Only messages to this country (ISO 3166); not with the groups sender and key
                 * @example SI
                 */
                country?: string;
                /** @description Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour */
                from?: string;
                /** @description Grouping of the rows */
                group?: "day" | "hour" | "country" | "sender" | "key";
                /** @description One row per group and step instead of one per group: for the eight largest groups, and the others together with the key `other`. For groups that are not times */
                step?: "hour" | "day";
                /** @description End of the range, rounded up to the hour. Default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatisticsRows"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                 * @description Only messages to this country (ISO 3166); not with the groups sender and key
                 * @example SI
                 */
                country?: string;
                /** @description Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour */
                from?: string;
                /** @description Grouping of the rows */
                group?: "day" | "hour" | "country" | "sender" | "key";
                /** @description End of the range, rounded up to the hour. Default: now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics, one row per line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                /** @description Last `id` received; later events are sent first */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until the client disconnects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTemplate: {
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
                     * @description Default: the only language of texts
                     * @example sl
                     */
                    defaultLanguage?: string;
                    /**
                     * @description Unique in the account; case is ignored
                     * @example order shipped
                     */
                    name: string;
                    /**
                     * @description Texts by language, at most 30. {{name}} stands for the variable name, {{{{ for two braces
                     * @example {
                     *       "en": "Hi {{name}}",
                     *       "sl": "Zdravo {{name}}"
                     *     }
                     */
                    texts: {
                        [key: string]: string;
                    };
                    /** @description Variables of all texts */
                    variables?: {
                        /** @description Value of a request without one */
                        default?: string | number;
                        /** @description Most characters of the value in the text */
                        maxLength?: number;
                        /**
                         * @description Letter, then letters, digits and underscores; at most 32
                         * @example name
                         */
                        name: string;
                        /**
                         * @description date: YYYY-MM-DD; code: letters, digits and hyphens. Numbers and dates follow the language of the text
                         * @enum {unknown}
                         */
                        type: "text" | "number" | "date" | "url" | "code";
                    }[];
                };
            };
        };
        responses: {
            /** @description The template, in version 1 */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The request is invalid; nothing was changed */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken, or the account has too many templates */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template, in its newest version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Template not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
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
            /** @description The API key is missing, malformed, unknown, revoked or expired */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Template not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        /** @description Omitted fields are not changed */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Language of requests in a language without a text
                     * @example sl
                     */
                    defaultLanguage?: string;
                    /**
                     * @description Unique in the account; case is ignored
                     * @example order shipped
                     */
                    name?: string;
                    /** @description Texts by language; null removes a text, other languages are not changed */
                    texts?: {
                        [key: string]: string | null;
                    };
                    /** @description Variables of all texts */
                    variables?: {
                        /** @description Value of a request without one */
                        default?: string | number;
                        /** @description Most characters of the value in the text */
                        maxLength?: number;
                        /**
                         * @description Letter, then letters, digits and underscores; at most 32
                         * @example name
                         */
                        name: string;
                        /**
                         * @description date: YYYY-MM-DD; code: letters, digits and hyphens. Numbers and dates follow the language of the text
                         * @enum {unknown}
                         */
                        type: "text" | "number" | "date" | "url" | "code";
                    }[];
                };
            };
        };
        responses: {
            /** @description The updated template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The request is invalid; nothing was changed */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Template not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: all countries of the price list */
                    destinations?: string[];
                    /**
                     * @description As in a send request
                     * @default false
                     */
                    isUnicode?: boolean;
                    /** @description Language of the text; without its region if the template has no text in it, else the default language */
                    language?: string;
                    /** @description Values by the name of the variable */
                    variables?: {
                        [key: string]: string | number | null;
                    };
                    /** @description Version of the template. Default: the newest */
                    version?: number;
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
                    "application/json": components["schemas"]["TemplatePreview"];
                };
            };
            /** @description The template cannot be filled in */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Template not found */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTemplateVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVersionList"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Template not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid; nothing was sent or charged */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The first request with this Idempotency-Key is still running */
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
            /** @description Too many codes or requests, or sending to these numbers is blocked because few codes were confirmed */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The code is correct */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyApproved"];
                };
            };
            /** @description The request is invalid; no attempt was counted */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The templates */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account has no template in this language */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookEndpoints: {
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
                    "application/json": components["schemas"]["WebhookEndpointList"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhookEndpoint: {
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
                     * @description Purpose of the endpoint
                     * @example web shop
                     */
                    description?: string;
                    /** @description false: nothing is sent to it */
                    enabled?: boolean;
                    /** @description Event types that it receives; at most one enabled endpoint of the account receives each */
                    kinds: ("delivery report" | "inbound message" | "sender status")[];
                    /**
                     * @description URL that receives the events
                     * @example https://shop.example.com/webhooks
                     */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The new endpoint */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhookEndpoint"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another enabled endpoint of the account receives one of these event types, or the account has too many endpoints */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint was deleted */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Purpose of the endpoint
                     * @example web shop
                     */
                    description?: string;
                    /** @description false: nothing is sent to it */
                    enabled?: boolean;
                    /** @description Event types that it receives; at most one enabled endpoint of the account receives each */
                    kinds?: ("delivery report" | "inbound message" | "sender status")[];
                    /**
                     * @description URL that receives the events
                     * @example https://shop.example.com/webhooks
                     */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The updated endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another enabled endpoint of the account receives one of these event types */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    countFailedDeliveries: {
        parameters: {
            query?: {
                /** @description Earliest time of the failed events; default: all */
                since?: string;
            };
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of failed deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedDeliveries"];
                };
            };
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Earliest time of the failed events
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
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhookEndpoint"];
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "delivery report" | "inbound message" | "sender status";
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook endpoint not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The endpoint is disabled */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description A parameter is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Delivery not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The number of replayed deliveries */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Delivery not found */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The request is invalid */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description Console session: the request does not come from the console, or the role does not permit it */
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
            /** @description The rate limit of the key is exceeded, or too many requests of the account are waiting */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
            /** @description The service is busy, the request took too long, or the database is unavailable */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
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
                 * @description Id of the event, the same in every retry and replay. Skip events that you have already processed.
                 * @example 01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11
                 */
                "webhook-id": string;
                /**
                 * @description One or more signatures, separated by spaces: `v1,` and the Base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the Base64-decoded part of your secret after `whsec_`. Compare in constant time; one match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Time of this attempt in Unix seconds. Reject a time more than five minutes from now.
                 * @example 1794744000
                 */
                "webhook-timestamp": string;
                /**
                 * @description Id of the message.
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
            /** @description Received; the response body is ignored */
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
                 * @description Id of the event, the same in every retry and replay. Skip events that you have already processed.
                 * @example 01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11
                 */
                "webhook-id": string;
                /**
                 * @description One or more signatures, separated by spaces: `v1,` and the Base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the Base64-decoded part of your secret after `whsec_`. Compare in constant time; one match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Time of this attempt in Unix seconds. Reject a time more than five minutes from now.
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
            /** @description Received; the response body is ignored */
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
                 * @description Id of the event, the same in every retry and replay. Skip events that you have already processed.
                 * @example 01a1dd05-ea10-7000-9d0e-3b1f0f6f2c11
                 */
                "webhook-id": string;
                /**
                 * @description One or more signatures, separated by spaces: `v1,` and the Base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the Base64-decoded part of your secret after `whsec_`. Compare in constant time; one match is enough.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Time of this attempt in Unix seconds. Reject a time more than five minutes from now.
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
            /** @description Received; the response body is ignored */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
