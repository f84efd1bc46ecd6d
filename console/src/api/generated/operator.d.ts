// Made from docs/openapi-operator.json by console/scripts/types.mjs. Do not edit.
export interface paths {
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Returns a page of accounts, newest first, without the internal account that sends confirmation codes.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description Returns the new account. It has no key, no price list and a balance of 0.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an account
         * @description Omitted fields are not changed. A suspended account cannot send, effective immediately.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/console-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link for a customer
         * @description Returns a link that signs in once. The session has access to this account only.
         */
        post: operations["createAccountLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust the balance of an account
         * @description Adds a transaction with a reason. Existing transactions are never changed.
         */
        post: operations["correctBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/incident": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the incident view of an account
         * @description Returns why messages of the account do not leave and since when, what they wait for, the carriers that take them, and the rates now and before. Counts are bounded, so the backlog does not slow the answer down.
         */
        get: operations["getAccountIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of an account */
        get: operations["listAccountKeys"];
        put?: never;
        /**
         * Issue a key
         * @description Returns the key, which is shown only once: only its hash is stored.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions of an account
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
    "/admin/v1/accounts/{accountId}/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download transactions of an account as CSV
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
    "/admin/v1/accounts/{accountId}/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List opt-outs of an account
         * @description Returns a page of recipients who opted out, newest first.
         */
        get: operations["listOptOuts"];
        put?: never;
        /**
         * Add opt-outs to an account
         * @description Returns how many numbers were added. Numbers that are already in the list are not changed.
         */
        post: operations["addOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download opt-outs of an account as CSV
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
    "/admin/v1/accounts/{accountId}/opt-outs/{optOutId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an opt-out */
        delete: operations["deleteOptOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import opt-outs from CSV
         * @description The file is UTF-8 and at most 1 MiB: one number per line, or a header line with the column `number` and optionally `sender`. If a line is invalid, nothing is imported.
         */
        post: operations["importOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve opt-out settings of an account
         * @description Returns the keywords and the replies to them.
         */
        get: operations["getOptOutSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update opt-out settings of an account
         * @description Omitted fields are not changed. `answers` and each list of `words` are replaced as a whole.
         */
        patch: operations["changeOptOutSettings"];
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/price-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the price lists of an account
         * @description Returns a page of price lists. If several active lists price a country, the one with the latest start applies.
         */
        get: operations["listAccountPriceLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/price-lists/{priceListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign a price list
         * @description Its prices apply to the account immediately, or from the start of the list. Safe to repeat.
         */
        put: operations["assignPriceList"];
        post?: never;
        /**
         * Unassign a price list
         * @description Messages to countries that no other list of the account prices are refused immediately.
         */
        delete: operations["unassignPriceList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/smpp-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the SMPP credentials of an account */
        get: operations["listAccountSmppCredentials"];
        put?: never;
        /**
         * Issue an SMPP credential
         * @description Returns the credential with its password, which is shown only once: only its hash is stored.
         */
        post: operations["issueSmppCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/top-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top up an account
         * @description Returns the new transaction and balance. Suspended accounts can be topped up too. With an `id` the request is safe to repeat: a repetition books nothing and returns 200.
         */
        post: operations["topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/verify-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve the verification limits of an account */
        get: operations["getVerifyLimits"];
        /**
         * Set the verification limits of an account
         * @description Replaces all limits of the account; omitted ones follow the settings.
         */
        put: operations["setVerifyLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the managed webhook endpoints of an account
         * @description Returns the webhook endpoints that the account has created, with their state.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what waits for a person
         * @description Returns the counts that the console shows beside its pages. They are shared by all consoles of a process: failing endpoints are counted every 20 seconds, the others every second.
         */
        get: operations["getAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Returns a page of the audit log, newest first. Filters can be combined; all must match. One filter is searched in an index; a page reads at most 20,000 entries for the others.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit log as CSV
         * @description Returns all matching entries, newest first. The details are JSON. A cell that a spreadsheet would take for a formula is prefixed with an apostrophe ('). If the connection breaks, the file is incomplete.
         */
        get: operations["downloadAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit/{entryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an audit entry */
        get: operations["getAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List carriers
         * @description Returns all carriers with their connection state.
         */
        get: operations["listCarriers"];
        put?: never;
        /**
         * Create a carrier
         * @description Returns the new carrier. It gets messages only after a route to it was created.
         */
        post: operations["createCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a carrier
         * @description Returns the carrier with its connection state.
         */
        get: operations["getCarrier"];
        put?: never;
        post?: never;
        /**
         * Delete a carrier and its routes
         * @description Messages waiting for the carrier take another route or are rejected. To drain the carrier, delete its routes first.
         */
        delete: operations["deleteCarrier"];
        options?: never;
        head?: never;
        /**
         * Update a carrier
         * @description Omitted fields are not changed. A URL without a password keeps the current one if host and system_id are the same. Processes reconnect within seconds.
         */
        patch: operations["changeCarrier"];
        trace?: never;
    };
    "/admin/v1/carriers/{carrierId}/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the costs of a carrier
         * @description Returns the cost per segment, by country.
         */
        get: operations["getCarrierCosts"];
        /**
         * Replace the costs of a carrier
         * @description Sets the cost per segment, by country. The costs of all carriers must be in the same currency.
         */
        put: operations["replaceCarrierCosts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers/{carrierId}/incident": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the incident view of a carrier
         * @description Returns the state of the carrier and its start, the messages that wait for it by account, what other carriers took over, and the rates now and before. Counts are bounded, so the backlog does not slow the answer down.
         */
        get: operations["getCarrierIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers/{carrierId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a carrier now
         * @description A carrier that refuses every call or bind, or asked for a rest with Retry-After, gets the next probe within about a second. Without this it follows after at most a minute, or after the rest.
         */
        post: operations["retryCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a carrier connection
         * @description Connects, binds and disconnects immediately, within 10 s, and returns the result of each step. Nothing is stored. Messages that the SMSC delivers meanwhile get a temporary error. A URL without a password uses that of the carrier if host and system_id are the same.
         */
        post: operations["testCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/console-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link for yourself
         * @description Returns a link that signs in once, as the signed-in operator or as the holder of the operator token.
         */
        post: operations["createConsoleLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Email2SMS requests
         * @description Returns a page of received e-mails with their outcomes, newest first.
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
    "/admin/v1/emails/{emailId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an Email2SMS request */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/emails/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an e-mail
         * @description Returns what Email2SMS would do with an e-mail. Nothing is sent, charged or stored. Send a complete e-mail, of any size and charset that the listener accepts, as message/rfc822, or only its text as JSON.
         */
        post: operations["tryEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a phone number
         * @description Removes the number, and texts sent only to it or received from it, from all stored data, and returns how many records changed. May take minutes; the response is sent at the end. Safe to repeat.
         */
        post: operations["eraseNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the first steps
         * @description Returns what the accounts have done so far, and whether a carrier is connected, for the checklist of the first day.
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
    "/admin/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the health report
         * @description Returns findings about database, disk, backlog, carriers, webhooks, e-mail, clock, certificate and settings, with advice. Also responds while the database is unavailable. Load balancers use /health/live and /health/ready.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inbound messages of all accounts
         * @description Returns a page of inbound messages, newest first, including those that belong to no account.
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
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys of all accounts */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a key
         * @description Omitted fields are not changed. The expiry of an expired key can be extended; a revoked key cannot be changed.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/admin/v1/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description Sending with the key is refused immediately, all other requests within two seconds. Keys that were issued in a session opened with this key are revoked too.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Returns a new key with the same label and allowed addresses. Both keys are valid until the overlap ends.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List outgoing e-mails
         * @description Returns a page of e-mails written by the service, newest first, without their texts.
         */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mails/{mailId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an outgoing e-mail
         * @description Returns an e-mail written by the service, with its text.
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/margins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve margins
         * @description Returns revenue and cost by country and carrier, from the hourly statistics and the current costs. A message sent through two carriers counts once.
         */
        get: operations["getMargins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages of all accounts */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download messages of all accounts as CSV
         * @description Returns all matching messages, newest first. The file is generated while it is read. A cell that a spreadsheet would take for a formula is prefixed with an apostrophe ('); phone numbers are not. If the connection breaks, the file is incomplete.
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
    "/admin/v1/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a message
         * @description Returns the message with its text, the parts that carriers accepted and its delivery reports.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/{messageId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the timeline of a message
         * @description Returns the request, the transactions, the route, each part and receipt, each status, each webhook attempt and the next planned attempt.
         */
        get: operations["getMessageTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel waiting messages
         * @description Each message becomes CANCELLED and is refunded and reported, as if its customer had cancelled it. Messages that were or may have been handed to a carrier are not changed. A call ends after a few seconds: repeat it until `done` is true. If a call is interrupted, the messages it has cancelled stay cancelled.
         */
        post: operations["cancelWaitingMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send messages again
         * @description Sends a copy of each message now, at the expense of the account and at its prices of now: a new message with the sender, recipient, text and report URL of the original. Only messages with a final status can be sent again. All of them are accepted, or none.
         */
        post: operations["resendMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/resend/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview sending messages again
         * @description Returns what sending the messages again would cost, and those that would be refused. Nothing is sent.
         */
        post: operations["previewResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count waiting messages
         * @description Returns the number and price of messages that were not handed to a carrier, by account: those that POST /messages/cancel would cancel now.
         */
        get: operations["sumWaitingMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operators */
        get: operations["listOperators"];
        put?: never;
        /**
         * Create an operator
         * @description Returns the operator, who has the role support unless `role` is given. Without a password, the response contains a sign-in link for setting one.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators/{operatorId}": {
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
         * Delete an operator
         * @description Ends all sessions of the operator.
         */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        /**
         * Update an operator
         * @description Omitted fields are not changed. Changing or removing the password, and resetting the second factor, ends all sessions.
         */
        patch: operations["changeOperator"];
        trace?: never;
    };
    "/admin/v1/operators/{operatorId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sign-in link for an operator
         * @description Returns a link that signs in once, within ten minutes, without password and code. Give it only to this operator.
         */
        post: operations["createOperatorLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators/online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people on the console
         * @description Returns the people whose console made a request in the last five minutes, operators first, then by name; at most 1000.
         */
        get: operations["listPeopleOnline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the overview
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
    "/admin/v1/pauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pauses */
        get: operations["listPauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause an account
         * @description Its messages are still accepted and charged, and wait. To refuse messages, suspend the account.
         */
        put: operations["pauseAccount"];
        post?: never;
        /** Resume an account */
        delete: operations["resumeAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause all sending
         * @description Messages are still accepted and charged, and wait. Within two seconds no process hands a message to a carrier. The pause survives restarts. Receipts, inbound messages and webhooks are not paused, and the validity of waiting messages still expires.
         */
        put: operations["pauseAll"];
        post?: never;
        /**
         * Resume all sending
         * @description Lifts the global pause only; paused carriers and accounts stay paused. Waiting messages are sent at the normal rate.
         */
        delete: operations["resumeAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause a carrier
         * @description Messages for the carrier wait and take no other route. Its connections stay open for receipts. To send through another carrier instead, disable the carrier.
         */
        put: operations["pauseCarrier"];
        post?: never;
        /** Resume a carrier */
        delete: operations["resumeCarrier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/price-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List price lists */
        get: operations["listPriceLists"];
        put?: never;
        /**
         * Create a price list
         * @description Returns the new list. It is active from now on unless `activeFrom` is given, for the accounts it is assigned to.
         */
        post: operations["createPriceList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/price-lists/{priceListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a price list
         * @description Returns the list with its prices and the accounts it is assigned to.
         */
        get: operations["getPriceList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a price list
         * @description Omitted fields are not changed. Messages that were already accepted keep their price.
         */
        patch: operations["changePriceList"];
        trace?: never;
    };
    "/admin/v1/price-lists/{priceListId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import prices from CSV
         * @description Replaces all prices of the list. The file is UTF-8 and at most 1 MiB. The first line names the columns `country` and `unit_price` (or `price`), in either order; then one country per line. The separator is a comma, or a semicolon, which permits decimal commas. If a line is invalid, nothing is imported; the error lists the first 20 invalid lines. With `preview=true` the response lists the changes and nothing is imported.
         */
        post: operations["importPrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/price-lists/{priceListId}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all prices of a list
         * @description The change is atomic: every send request is priced by the old or by the new prices.
         */
        put: operations["replacePrices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/receipts/unmatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unmatched receipts
         * @description Returns receipts with an unknown reference, for example of messages sent by another system, and callbacks of HTTP carriers that could not be parsed (`unread`). The newest 1,000 per carrier are kept, for 72 hours.
         */
        get: operations["listUnmatchedReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List routes
         * @description Returns all routes. Of the routes that match a message, the one with the lowest priority applies; among equals, the longest prefix, then the weights.
         */
        get: operations["listRoutes"];
        put?: never;
        /** Create a route */
        post: operations["createRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a route */
        delete: operations["deleteRoute"];
        options?: never;
        head?: never;
        /**
         * Update a route
         * @description Omitted fields are not changed.
         */
        patch: operations["changeRoute"];
        trace?: never;
    };
    "/admin/v1/routes/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up the route of a number
         * @description Returns the carrier that a message to the number would use and why, by the current routes and connections of all processes. If weights decide, the most likely carrier is returned.
         */
        get: operations["explainRoute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List routing policies
         * @description Returns the policies by which ties between routes of equal priority and prefix are broken.
         */
        get: operations["listRoutingPolicies"];
        /**
         * Replace routing policies
         * @description A policy applies after priority and prefix of the routes; if it finds no difference, weights decide.
         */
        put: operations["replaceRoutingPolicies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List senders of all accounts
         * @description Returns a page of senders, newest first, without deleted ones. `status=Pending` lists those awaiting approval.
         */
        get: operations["listSenders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders/{senderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a sender */
        get: operations["getSender"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders/{senderId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a sender
         * @description Approves a pending name, or unblocks a name or number after too many wrong codes. The count of wrong codes is reset, and a new code is sent to the contact e-mail address of the account or to the number.
         */
        post: operations["approveSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders/{senderId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a sender
         * @description Rejects a pending name. The customer sees the reason.
         */
        post: operations["rejectSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulator/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate an inbound message
         * @description Processes the message as if a carrier had delivered it: it is stored and sent to the webhook of its recipient.
         */
        post: operations["simulateInbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulator/phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List simulated phones
         * @description Returns the phones that received a message from the simulator or sent one, most recent first.
         */
        get: operations["listPhones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulator/phones/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a simulated phone
         * @description Returns the messages, including confirmation codes, that the simulator delivered to the phone, and those sent from it.
         */
        get: operations["getPhone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-binds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live binds
         * @description Returns a page of the binds of all processes, newest first. Counters are up to two seconds old.
         */
        get: operations["listSmppBinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-binds/{bindId}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a bind
         * @description Unbinds within two seconds, after requests in progress have finished. The customer may bind again; to prevent that, revoke the credential or suspend the account.
         */
        post: operations["disconnectSmppBind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-binds/{bindId}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List logged PDUs of a bind
         * @description Returns a page of logged PDUs, oldest first, up to a second old. They are kept for a day, also after the bind has ended. Passwords, texts and the middle digits of phone numbers are removed.
         */
        get: operations["listSmppPdus"];
        put?: never;
        /**
         * Log the PDUs of a bind
         * @description Starts logging within two seconds, for a limited time.
         */
        post: operations["logSmppBind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List SMPP credentials of all accounts */
        get: operations["listSmppCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-credentials/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve an SMPP credential */
        get: operations["getSmppCredential"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an SMPP credential
         * @description Omitted fields are not changed. Existing binds follow within two seconds.
         */
        patch: operations["changeSmppCredential"];
        trace?: never;
    };
    "/admin/v1/smpp-credentials/{credentialId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an SMPP credential
         * @description Sending with the credential is refused immediately; its binds are unbound within two seconds.
         */
        post: operations["revokeSmppCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-credentials/{credentialId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the password of an SMPP credential
         * @description Returns the new password. Both passwords are valid until the overlap ends; binds with the old one are then unbound.
         */
        post: operations["rotateSmppCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve hourly statistics
         * @description Returns traffic per hour and spend per account and country, for at most 31 days. Statistics are kept forever, also after messages are erased.
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
    "/admin/v1/statistics/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deployments, pauses and outages
         * @description Returns what may explain a change in the statistics of a range of at most 366 days.
         */
        get: operations["listAnnotations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/statistics/by": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve statistics by day, hour, country, carrier or account
         * @description Returns one row per group, for at most 366 days, or 31 days by hour. Statistics by carrier count the messages that it accepted; they begin with the messages stored when Hermod was upgraded to count them.
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
    "/admin/v1/statistics/by.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download statistics as CSV
         * @description Returns the rows of GET /admin/v1/statistics/by, one per line.
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
    "/admin/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Returns server-sent events; `event` and `data` are described by OperatorStreamEvent.
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
    "/admin/v1/verify/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blocked destinations of verification codes
         * @description Returns the countries and ranges of numbers to which an account currently cannot send codes, because few were confirmed (SMS pumping fraud).
         */
        get: operations["listVerifyBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verify/blocks/{blockId}": {
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
         * Lift a block of verification codes
         * @description Resets the counts that led to the block. Codes that are not confirmed afterwards may lead to a new block.
         */
        delete: operations["liftVerifyBlock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verify/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversion of verification codes
         * @description Returns sent and confirmed codes by country, or by range of 10,000 numbers, over the last hours.
         */
        get: operations["listVerifyConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook deliveries of all accounts */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook delivery
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
    "/admin/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a webhook delivery
         * @description Delivers the event immediately, with all retries and the same webhook-id.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints of all accounts
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
    "/admin/v1/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed webhooks of an account
         * @description Delivers all failed events since a time again, with all retries and the same webhook-id.
         */
        post: operations["replayDeliveries"];
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
        AccountDetails: {
            /** Format: uuid */
            accountId: string;
            /**
             * @description Current balance, without the credit limit
             * @example 1034.52
             */
            balance: string;
            contactEmail: string | null;
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description Amount by which the balance may be negative
             * @example 1034.52
             */
            creditLimit: string;
            /**
             * @description ISO 4217 currency code
             * @example EUR
             */
            currency: string;
            /** @description Compatibility APIs that the account may use */
            doors: ("kannel" | "jasmin" | "twilio")[];
            /**
             * @description Channel of inbound messages, unless the sender overrides it. auto: the URL of the sender; if it has none, the SMPP binds of the account
             * @enum {unknown}
             */
            inbound: "auto" | "webhook" | "smpp" | "both";
            /** @description Name of the customer */
            name: string;
            /** @description Whether messages are accepted but wait until the account is resumed */
            paused: boolean;
            /**
             * @description Channel of delivery reports, unless the sender overrides it. auto: the SMPP binds if the message was submitted by SMPP with receipts requested, otherwise the URL of the request or sender
             * @enum {unknown}
             */
            receipts: "auto" | "webhook" | "smpp" | "both";
            /**
             * @description A suspended account cannot send
             * @enum {unknown}
             */
            status: "active" | "suspended";
        };
        AccountIncident: {
            /** Format: uuid */
            accountId: string;
            /**
             * @description Balance
             * @example 1034.52
             */
            balance: string;
            /** @description Carriers that took its messages */
            carriers: {
                /** @description Messages per minute in the span `before` */
                before: number;
                /** @description Name of the carrier; absent if it was deleted */
                carrier?: string;
                /** Format: uuid */
                carrierId: string;
                /** @description Messages per minute in the span `now` */
                now?: number;
                /**
                 * @description State of the carrier
                 * @enum {unknown}
                 */
                state?: "disabled" | "down" | "refused" | "paused" | "throttled" | "up";
            }[];
            /**
             * @description Credit limit
             * @example 1034.52
             */
            creditLimit: string;
            currency: string;
            /** @description Outcomes of the messages of the last hour */
            lastHour: {
                /** @description Messages requested in the last hour */
                accepted: number;
                /** @description DELIVERED among them */
                delivered: number;
                /** @description FAILED among them */
                failed: number;
                /** @description Reasons of FAILED, REJECTED and UNKNOWN messages, most frequent first, at most 20 */
                reasons: {
                    /** @description Messages */
                    count: number;
                    reason: string;
                }[];
                /**
                 * Format: date-time
                 * @description Start of the time whose reasons are counted; of a busy carrier only the latest minutes
                 */
                reasonsSince: string;
                /** @description REJECTED among them */
                rejected: number;
                /** @description UNKNOWN among them */
                unknown: number;
            };
            name: string;
            pause?: components["schemas"]["Pause"];
            /** @description Messages that carriers accepted, by the time of their request */
            perMinute: {
                /** @description Messages per minute in the span `before` */
                before: number;
                /** @description Messages per minute in the span `now` */
                now?: number;
            };
            /** @description What its messages wait for, most messages first */
            queues: {
                /**
                 * @description Sum of the prices of the counted messages
                 * @example 1034.52
                 */
                amount: string;
                /** @description Whether there may be more than were counted */
                bounded: boolean;
                /** @description Name of the carrier */
                carrier?: string;
                /** Format: uuid */
                carrierId?: string;
                /** @description Messages that wait */
                messages: number;
                /**
                 * Format: date-time
                 * @description Acceptance, or scheduled time, of the message that is next in line
                 */
                oldestAt?: string;
                /**
                 * @description State of the carrier
                 * @enum {unknown}
                 */
                state?: "disabled" | "down" | "refused" | "paused" | "throttled" | "up";
                /**
                 * @description carrier: `carrierId`; route: being routed; no route: no carrier takes them; scheduled: their time
                 * @enum {unknown}
                 */
                waitsFor: "carrier" | "route" | "no route" | "scheduled";
            }[];
            /**
             * Format: date-time
             * @description Start of the state, if it is known
             */
            since?: string;
            /** @description Spans of time of all rates */
            spans: {
                /** @description Before `since`: as long as `now`, or the last whole hour if it is more than two hours ago */
                before: {
                    /**
                     * Format: date-time
                     * @description Start
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description End
                     */
                    to: string;
                };
                /** @description The last whole minutes since `since`, at most ten; absent in the first minute */
                now?: {
                    /**
                     * Format: date-time
                     * @description Start
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description End
                     */
                    to: string;
                };
            };
            /**
             * @description First reason for which messages do not leave; `no funds`: balance and credit are used up
             * @enum {unknown}
             */
            state: "suspended" | "paused" | "no funds" | "waiting" | "sending";
            /** @description Messages not handed to a carrier, without those scheduled for later */
            waiting: {
                /** @description Whether there may be more than were counted */
                bounded: boolean;
                /** @description Messages that wait */
                messages: number;
                /**
                 * Format: date-time
                 * @description Acceptance, or scheduled time, of the message that is next in line
                 */
                oldestAt?: string;
            };
        };
        AccountPage: {
            accounts: components["schemas"]["AccountDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        AccountResendPreview: {
            currency: string;
            /** @description Number of messages that would be sent, without the refused ones */
            messages: number;
            /**
             * @description Total price of the new messages
             * @example 1034.52
             */
            price: string;
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
        AccountResentMessages: {
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
            /**
             * @description Total price of the new messages
             * @example 1034.52
             */
            price: string;
        };
        Annotation: {
            /**
             * Format: date-time
             * @description Start; the start of the range if it began earlier
             */
            at: string;
            /** @description Who paused it, as in the audit log */
            by?: string;
            /** @enum {unknown} */
            kind: "deployment" | "pause" | "outage";
            /** @description Name of the carrier or account */
            name?: string;
            /** @enum {unknown} */
            subject?: "all" | "carrier" | "account";
            /**
             * Format: uuid
             * @description Id of the carrier or account
             */
            subjectId?: string;
            /** @description Version of a deployment, or error of an outage */
            text?: string;
            /**
             * Format: date-time
             * @description End; absent for a deployment, and while the pause or outage lasts
             */
            until?: string;
        };
        AnnotationList: {
            /** @description What may explain a change, oldest first, at most 100: releases (by their migrations and running processes), pauses (by the audit log), and outages of carriers of five seconds and more */
            annotations: components["schemas"]["Annotation"][];
        };
        Attention: {
            /** @description Webhook endpoints with failed attempts that will be repeated, and no success since */
            failingEndpoints: number;
            /** @description Senders that wait for approval by an operator, counted up to 1000 */
            pendingSenders: number;
            /** @description Receipts that match no message after a minute, counted up to 1000 */
            unmatchedReceipts: number;
        };
        AuditEntry: {
            /** @description Account concerned */
            accountId: string | null;
            /**
             * @description Action
             * @example account create
             */
            action: string;
            /** @description Name of the actor. Only a label: customers and holders of the token choose their own, so read it together with actorKind */
            actor: string;
            /** @description Id of the operator, of the console session (customer, operator-token) or of the API key; null for a request with the token itself */
            actorId: string | null;
            /** @description Authentication of the actor: a named operator, the operator token (also used by the command line), a console session of the account, an API key of the account, the service itself (system), or none (anonymous: a refused sign-in). null in entries written before 0.2.0 */
            actorKind: ("operator" | "operator-token" | "customer" | "api-key" | "system" | "anonymous") | null;
            /** @description IP address of the actor */
            address: string | null;
            /**
             * Format: date-time
             * @description Time of the change
             */
            at: string;
            /** @description Requested change */
            details: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            id: string;
            /** @description Id of the changed object */
            subjectId: string | null;
            /** @description Kind of the changed object; null for an action of another release that this one does not know */
            subjectKind: ("account" | "balance" | "key" | "smpp" | "price-list" | "carrier" | "route" | "queue" | "message" | "sender" | "webhook" | "opt-out" | "verification" | "template" | "operator" | "session" | "number") | null;
        };
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description Absent on the last page. A filtered page may be short or empty and still have one */
            nextCursor?: string;
        };
        Booked: {
            /**
             * @description Balance of the account after the transaction
             * @example 1034.52
             */
            balance: string;
            entry: components["schemas"]["LedgerEntry"];
        };
        CancelledMessages: {
            /** @description Counts by account */
            accounts: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description Total price, which cancelling refunds
                 * @example 1034.52
                 */
                amount: string;
                currency: string;
                messages: number;
                name: string;
            }[];
            /** @description false if more messages match; call again */
            done: boolean;
            /** @description Number of messages cancelled by this call */
            messages: number;
        };
        CarrierCosts: {
            /** Format: uuid */
            carrierId: string;
            costs: {
                /** @example SI */
                country: string;
                /**
                 * @description Cost per segment
                 * @example 0.0042
                 */
                unitCost: string;
            }[];
            /** @description Currency of the costs; null if there are none */
            currency: string | null;
        };
        CarrierDetails: {
            /** @description Path for receipts and inbound messages of an HTTP provider; it contains a secret */
            callbackPath?: string;
            /** Format: uuid */
            carrierId: string;
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /** @description Request and response format of a generic HTTP carrier */
            description?: {
                [key: string]: unknown;
            };
            /** @description false: the carrier gets no messages */
            enabled: boolean;
            /** @description Whether callbacks are verified with a signing secret */
            hasSigningSecret?: boolean;
            /** @description Error of the current or last connection failure */
            lastError?: {
                /**
                 * Format: date-time
                 * @description Time of the error
                 */
                at: string;
                text: string;
            };
            /** @description Number of open connections, over all processes */
            linksUp: number;
            /** @description Unique name */
            name: string;
            /** @description Whether messages wait until the carrier is resumed */
            paused: boolean;
            /**
             * @description Plain words for codes of this carrier, by code. They replace those of the reference of reasons, for customers as well; at most 500
             * @example {
             *       "001": "The recipient has blocked SMS from companies."
             *     }
             */
            reasonTexts?: {
                [key: string]: string;
            };
            /** @description Submits refused in the last 24 hours, temporarily or permanently, most recent first */
            refusals: {
                count: number;
                /**
                 * Format: date-time
                 * @description Time of the last refusal
                 */
                lastAt: string;
                /** @description Status of the carrier, such as ESME_RMSGQFUL; `no answer`: no response */
                status: string;
            }[];
            /**
             * Format: date-time
             * @description Time since which the carrier is up or down
             */
            since?: string;
            /** @description Whether the carrier reports throttling and messages are sent more slowly */
            throttled: boolean;
            /** @description URL without the password, which is write-only */
            url: string;
            /** @description Messages waiting for the carrier, counted up to 10000 */
            waiting: number;
            /** @description Risks of the configured URL */
            warnings?: string[];
        };
        CarrierIncident: {
            /** @description Accounts whose messages wait, at most 200, then accounts whose messages the carrier took in one of the spans */
            accounts: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description Sum of the prices of the counted messages
                 * @example 1034.52
                 */
                amount: string;
                /** @description Messages per minute in the span `before` */
                before: number;
                /** @description Whether there may be more than were counted */
                bounded: boolean;
                currency: string;
                /** @description Messages that wait for the carrier */
                messages: number;
                name: string;
                /** @description Messages per minute in the span `now` */
                now?: number;
                /**
                 * Format: date-time
                 * @description Acceptance, or scheduled time, of the message that is next in line
                 */
                oldestAt?: string;
                /** @description Whether its messages wait because the account is paused */
                paused: boolean;
            }[];
            /** Format: uuid */
            carrierId: string;
            /** @description Error of the current or last connection failure */
            lastError?: {
                /**
                 * Format: date-time
                 * @description Time of the error
                 */
                at: string;
                text: string;
            };
            /** @description Outcomes of the messages of the last hour */
            lastHour: {
                /** @description Messages requested in the last hour */
                accepted: number;
                /** @description DELIVERED among them */
                delivered: number;
                /** @description FAILED among them */
                failed: number;
                /** @description Reasons of FAILED, REJECTED and UNKNOWN messages, most frequent first, at most 20 */
                reasons: {
                    /** @description Messages */
                    count: number;
                    reason: string;
                }[];
                /**
                 * Format: date-time
                 * @description Start of the time whose reasons are counted; of a busy carrier only the latest minutes
                 */
                reasonsSince: string;
                /** @description REJECTED among them */
                rejected: number;
                /** @description UNKNOWN among them */
                unknown: number;
            };
            name: string;
            /** @description Other carriers that took messages to countries of its routes: which of them took over */
            otherCarriers: {
                /** @description Messages per minute in the span `before` */
                before: number;
                /** Format: uuid */
                carrierId: string;
                /** @description Absent if the carrier was deleted */
                name?: string;
                /** @description Messages per minute in the span `now` */
                now?: number;
            }[];
            pause?: components["schemas"]["Pause"];
            /** @description Messages that carriers accepted, by the time of their request */
            perMinute: {
                /** @description Messages per minute in the span `before` */
                before: number;
                /** @description Messages per minute in the span `now` */
                now?: number;
            };
            /** @description Submits refused in the last 24 hours, temporarily or permanently, most recent first */
            refusals: {
                count: number;
                /**
                 * Format: date-time
                 * @description Time of the last refusal
                 */
                lastAt: string;
                /** @description Status of the carrier, such as ESME_RMSGQFUL; `no answer`: no response */
                status: string;
            }[];
            /** @description Routes that lead to the carrier */
            routes: number;
            /**
             * Format: date-time
             * @description Start of the state, if it is known
             */
            since?: string;
            /** @description Spans of time of all rates */
            spans: {
                /** @description Before `since`: as long as `now`, or the last whole hour if it is more than two hours ago */
                before: {
                    /**
                     * Format: date-time
                     * @description Start
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description End
                     */
                    to: string;
                };
                /** @description The last whole minutes since `since`, at most ten; absent in the first minute */
                now?: {
                    /**
                     * Format: date-time
                     * @description Start
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description End
                     */
                    to: string;
                };
            };
            /**
             * @description First reason for which messages do not leave; `refused`: the carrier refuses every call or bind
             * @enum {unknown}
             */
            state: "disabled" | "down" | "refused" | "paused" | "throttled" | "up";
            /** @description Messages not handed to a carrier, without those scheduled for later */
            waiting: {
                /** @description Whether there may be more than were counted */
                bounded: boolean;
                /** @description Messages that wait */
                messages: number;
                /**
                 * Format: date-time
                 * @description Acceptance, or scheduled time, of the message that is next in line
                 */
                oldestAt?: string;
            };
        };
        CarrierList: {
            carriers: components["schemas"]["CarrierDetails"][];
        };
        CarrierTrial: {
            /** @description How to fix the failed step */
            advice?: string;
            /** @description Duration of the test in milliseconds */
            milliseconds: number;
            /** @description Whether all steps succeeded */
            ok: boolean;
            /** @description Steps up to the first failure; with mode=pair, those of the transmitter, then of the receiver */
            steps: {
                ok: boolean;
                /** @enum {unknown} */
                step: "resolve" | "connect" | "tls" | "bind" | "enquire";
                /** @description Result of the step */
                text: string;
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
        DeliveryDetails: {
            /** Format: uuid */
            accountId: string;
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
        /** @description A filtered page may be short or empty and still have a nextCursor, because a search scans a limited number of rows. */
        DeliveryPage: {
            deliveries: components["schemas"]["DeliveryDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        /** @description headers, tags, proof and text are present only when a single e-mail is retrieved */
        EmailDetails: {
            /** @description Account of the key in the e-mail; null without a valid key */
            accountId: string | null;
            /** @description Number of similar e-mails that this entry represents; more than 1 if not all of an hour were stored */
            count: number;
            /** Format: uuid */
            emailId: string;
            /** @description Envelope sender; empty for bounces, other automatic e-mails and mailboxes that do not report it */
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
             * @description sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send, or no valid key; rejected: because of its From address or format; error: the author was notified of the error by e-mail
             * @enum {unknown}
             */
            outcome: "sent" | "repeated" | "dropped" | "rejected" | "error";
            /** @description IP address of the client */
            peer: string | null;
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
        EmailPage: {
            emails: components["schemas"]["EmailDetails"][];
            /** @description Absent on the last page */
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
        EndpointDetails: {
            /** Format: uuid */
            accountId: string;
            accountName: string;
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
        EndpointPage: {
            /** @description Endpoints, failing ones first, at most 1000 */
            endpoints: components["schemas"]["EndpointDetails"][];
        };
        Erased: {
            /** @description Stored responses to requests with an Idempotency-Key */
            answers: number;
            /** @description Scheduled messages to the number that were cancelled and refunded */
            cancelled: number;
            /** @description Received e-mails that contained the number */
            emails: number;
            /** @description Inbound messages from the number, or that contained it, whose text was erased */
            inboundMessages: number;
            /** @description Outgoing e-mails that contained the number */
            mails: number;
            /** @description Messages whose destination was erased */
            messages: number;
            /** @description Opt-outs of the number. Its keyed hash is kept, so it stays opted out */
            optOuts: number;
            /** @description Unmatched receipts that were deleted */
            receipts: number;
            /** @description Deleted sender verification codes sent to the number */
            senderCodes: number;
            /** @description Deleted senders with the number */
            senders: number;
            /** @description Deleted rows of the statistics by sender */
            statistics: number;
            /** @description Send requests whose text, or the number in it, was erased */
            texts: number;
            /** @description Deleted verification codes sent to the number */
            verifications: number;
            /** @description Webhook attempts whose response contained the number */
            webhookAttempts: number;
            /** @description Webhook events that contained the number; pending ones are not delivered any more */
            webhooks: number;
        };
        /** @description Body of every error response */
        Error: {
            /** @description Error text */
            error: string;
        };
        HealthReport: {
            findings: {
                /** @description How to fix it */
                advice?: string;
                /**
                 * @description Name of the check
                 * @example Database
                 */
                check: string;
                /** @description The same texts as placeholders and values, for translation */
                said?: {
                    advice?: {
                        /**
                         * @description English sentence with placeholders
                         * @example {0} GiB are free in {1}
                         */
                        sentence: string;
                        /** @description Values of the placeholders */
                        values: (string | number | {
                            more: number;
                            names: string[];
                        })[];
                    };
                    check: {
                        /**
                         * @description English sentence with placeholders
                         * @example {0} GiB are free in {1}
                         */
                        sentence: string;
                        /** @description Values of the placeholders */
                        values: (string | number | {
                            more: number;
                            names: string[];
                        })[];
                    };
                    text: {
                        /**
                         * @description English sentence with placeholders
                         * @example {0} GiB are free in {1}
                         */
                        sentence: string;
                        /** @description Values of the placeholders */
                        values: (string | number | {
                            more: number;
                            names: string[];
                        })[];
                    };
                };
                /** @description Finding */
                text: string;
                /**
                 * @description note: for information; problem: something fails, or will fail soon
                 * @enum {unknown}
                 */
                verdict: "ok" | "note" | "problem";
            }[];
            /** @description Running processes, on all machines */
            processes: {
                /** @description Name of the machine */
                host?: string;
                /**
                 * Format: uuid
                 * @description Id of the process, new at every start
                 */
                id: string;
                pid?: number;
                /**
                 * Format: date-time
                 * @description Start time
                 */
                since: string;
                version?: string;
            }[];
        };
        /** @description A filtered page may be short or empty and still have a nextCursor, because a search scans a limited number of rows. */
        InboundPage: {
            inbound: {
                /** @description Account of the recipient; null if no account has it */
                accountId: string | null;
                /**
                 * Format: uuid
                 * @description Carrier that delivered the message
                 */
                carrierId: string;
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
                /** @description Sender that received the message */
                senderId: string | null;
                text: string;
            }[];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        KeyDetails: {
            /** Format: uuid */
            accountId: string;
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
        KeyIssued: {
            /** Format: uuid */
            accountId: string;
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
        KeyPage: {
            keys: components["schemas"]["KeyDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        LedgerEntry: {
            /**
             * @description Amount; negative for a charge
             * @example 1034.52
             */
            amount: string;
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
            /** @description Purpose of the transaction, for operators only */
            note?: string;
            /** @description Reference of a top-up or an adjustment, such as the number of an invoice */
            reference?: string;
            /**
             * Format: uuid
             * @description Id given in the request
             */
            requestId?: string;
            /** @description Sender of the request; absent once the request is no longer stored */
            sender?: string;
            /**
             * Format: uuid
             * @description Request that was charged, or whose message was refunded
             */
            submissionId?: string;
        };
        LedgerPage: {
            entries: components["schemas"]["LedgerEntry"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        MailDetails: {
            /** Format: uuid */
            accountId: string;
            attempts: number;
            /** @description Text; only when a single e-mail is retrieved. A text with a code is erased after an hour */
            body?: string;
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            endedAt: string | null;
            /** @description Error of the last attempt */
            error: string | null;
            /** @enum {unknown} */
            kind: "sender code" | "email2sms error";
            /** Format: uuid */
            mailId: string;
            recipient: string;
            /**
             * @description kept: not sent, because no relay is configured
             * @enum {unknown}
             */
            state: "waiting" | "kept" | "sent" | "given up";
            subject: string;
            /**
             * Format: uuid
             * @description Sender or received e-mail that the e-mail is about
             */
            subjectId: string;
        };
        MailPage: {
            mails: components["schemas"]["MailDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Margins: {
            /** @description Margins, largest revenue first, at most 1000 */
            margins: {
                /** @description Name of the carrier, unless it was deleted */
                carrier?: string;
                /** Format: uuid */
                carrierId: string;
                /**
                 * @description Segments times unit cost, if known
                 * @example 12.5
                 */
                cost?: string;
                costCurrency?: string;
                country: string;
                /** @description Currency of the accounts */
                currency: string;
                /**
                 * @description Revenue minus cost, if both have the same currency; negative for a loss
                 * @example 12.5
                 */
                margin?: string;
                /** @description Messages accepted by the carrier */
                messages: number;
                /**
                 * @description Charges minus refunds
                 * @example 12.5
                 */
                revenue: string;
                segments: number;
                /**
                 * @description Current cost per segment
                 * @example 12.5
                 */
                unitCost?: string;
            }[];
        };
        MessageDetails: {
            /**
             * Format: date-time
             * @description Time of acceptance
             */
            acceptedAt: string;
            /** Format: uuid */
            accountId: string;
            /** @description Number of failed attempts to hand the message to a carrier; absent if there was none */
            attemptCount?: number;
            /** @description Text as sent */
            content?: string;
            /**
             * @description Country of the destination
             * @example SI
             */
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
            /** @description Parts accepted by carriers; only when a single message is retrieved */
            parts?: {
                /** @description Name of the carrier; null if it was deleted */
                carrier: string | null;
                /** Format: uuid */
                carrierId: string;
                /** @description delivered, failed, rejected or unknown; only for messages with several parts */
                outcome?: string;
                /** @description Number of the part, from 1 */
                part: number;
                /** @description Message id of the carrier */
                reference: string;
                total: number;
            }[];
            /**
             * @description Price of the message; 0 after a refund (REJECTED, CANCELLED)
             * @example 1034.52
             */
            price: string;
            /** @description Reason of a rejection or failure, or of the last failed attempt, if known */
            reason?: string;
            /** @description The reason in plain words (see the reference of reasons), or the text that the operator has set for the code */
            reasonText?: string;
            /** @description Reference of the send request, if it gave one (extension) */
            reference?: string;
            /** @description Delivery reports, oldest first; only when a single message is retrieved */
            reports?: components["schemas"]["DeliveryDetails"][];
            /**
             * Format: date-time
             * @description Only for scheduled messages
             */
            scheduledAt?: string;
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
            verdict?: components["schemas"]["MessageVerdict"];
        };
        /** @description A filtered page may be short or empty and still have a nextCursor, because a search scans a limited number of rows. */
        MessagePage: {
            messages: components["schemas"]["MessageDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description Time back to which the search has looked; present with nextCursor
             */
            searchedTo?: string;
        };
        MessageTimeline: {
            /** @description Entries, oldest first; planned attempts last */
            entries: components["schemas"]["MessageTimelineEntry"][];
            message: components["schemas"]["MessageDetails"];
        };
        /** @description `kind` determines the other fields */
        MessageTimelineEntry: {
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
            /**
             * @description Amount for this message; negative for a charge
             * @example 1034.52
             */
            amount: string;
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
             * @description Time at which the carrier accepted the message, or at which it began to wait for the carrier
             */
            at: string;
            /** @description Name of the carrier; null if it was deleted */
            carrier: string | null;
            /** Format: uuid */
            carrierId: string;
            /** @enum {string} */
            kind: "route";
            /** @description Reason for this route, by the current routes */
            reason: string;
            /** @description The sentences of the reason, for translation */
            said: {
                /**
                 * @description English sentence with placeholders
                 * @example {0} GiB are free in {1}
                 */
                sentence: string;
                /** @description Values of the placeholders */
                values: (string | number | {
                    more: number;
                    names: string[];
                })[];
            }[];
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
            carrier: string | null;
            /** Format: uuid */
            carrierId: string;
            /** @enum {string} */
            kind: "part";
            /** @description Outcome of the part; only for messages with several parts */
            outcome?: string;
            /** @description Number of the part, from 1 */
            part: number;
            /** @description Message id of the carrier */
            reference: string;
            total: number;
        } | {
            /**
             * Format: date-time
             * @description Time of the receipt
             */
            at: string;
            carrier: string | null;
            /** Format: uuid */
            carrierId: string;
            /** @enum {string} */
            kind: "receipt";
            /** @description delivered, failed, rejected or unknown */
            outcome: string;
            /** @description Number of the part, from 1 */
            part?: number;
            /** @description Receipt as received, truncated to 500 characters */
            text: string;
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
        MessageVerdict: {
            /** @description What can be done now */
            actions: ("resume" | "cancel" | "resend" | "open carrier" | "open routes")[];
            /** @description Failed attempts to hand the message to a carrier */
            attempts?: number;
            /** @description Name of the person who paused, or cancelled */
            by?: string;
            /** @description Only of cancelled messages */
            cancelledByOperator?: boolean;
            /** @description Name of that carrier */
            carrier?: string;
            /**
             * Format: uuid
             * @description Carrier that the message waits for, or that had it
             */
            carrierId?: string;
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
            /**
             * @description What is paused
             * @enum {unknown}
             */
            paused?: "all" | "carrier" | "account";
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
        OperatorCreated: {
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /** @description Additional read access of the role support: text (of messages and e-mails), keys (their first characters) */
            grants: ("text" | "keys")[];
            hasPassword: boolean;
            /** @description Whether sign-in with a password also requires a code */
            hasTotp: boolean;
            /**
             * Format: date-time
             * @description Time of the last sign-in
             */
            lastLoginAt?: string;
            /** @description Sign-in link for setting a password; only if none was given */
            link?: {
                /**
                 * Format: date-time
                 * @description End of validity
                 */
                expiresAt: string;
                url: string;
            };
            /** @description Name of the person, shown in the audit log */
            name: string;
            /** Format: uuid */
            operatorId: string;
            /**
             * @description admin: full access; support: read-only access without message texts and keys
             * @enum {unknown}
             */
            role: "admin" | "support";
        };
        OperatorDetails: {
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /** @description Additional read access of the role support: text (of messages and e-mails), keys (their first characters) */
            grants: ("text" | "keys")[];
            hasPassword: boolean;
            /** @description Whether sign-in with a password also requires a code */
            hasTotp: boolean;
            /**
             * Format: date-time
             * @description Time of the last sign-in
             */
            lastLoginAt?: string;
            /** @description Name of the person, shown in the audit log */
            name: string;
            /** Format: uuid */
            operatorId: string;
            /**
             * @description admin: full access; support: read-only access without message texts and keys
             * @enum {unknown}
             */
            role: "admin" | "support";
        };
        OperatorFirstSteps: {
            /** @description A carrier other than the simulator is enabled */
            carrier: {
                done: boolean;
                name?: string;
            };
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
        OperatorList: {
            operators: components["schemas"]["OperatorDetails"][];
        };
        OperatorNow: {
            /** @description Messages accepted per second, over the last ten seconds */
            acceptedPerSecond: number;
            /**
             * Format: date-time
             * @description Time of the measurement
             */
            at: string;
            carriers: {
                /** Format: uuid */
                carrierId: string;
                enabled: boolean;
                /** @description Number of open connections, over all processes */
                linksUp: number;
                name: string;
                /** @description Whether the carrier reports throttling */
                throttled: boolean;
                /** @description Messages waiting for the carrier, counted up to 10000 */
                waiting: number;
            }[];
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
        OperatorOverview: {
            /** @description What may explain a change, oldest first, at most 100: releases (by their migrations and running processes), pauses (by the audit log), and outages of carriers of five seconds and more */
            annotations: components["schemas"]["Annotation"][];
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
            now: components["schemas"]["OperatorNow"];
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
                /**
                 * @description Amount in this currency
                 * @example 1034.52
                 */
                amount: string;
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
        OperatorStreamEvent: {
            data: components["schemas"]["OperatorNow"];
            /** @enum {string} */
            event: "now";
        } | {
            data: {
                /** @description Messages as in the list, without texts; oldest first, at most 100 */
                messages: components["schemas"]["MessageDetails"][];
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
        Pause: {
            /**
             * Format: uuid
             * @description Paused account
             */
            accountId?: string;
            /** @description Name of the operator who paused it */
            by: string;
            /**
             * Format: uuid
             * @description Paused carrier
             */
            carrierId?: string;
            /**
             * @description Scope of the pause: all sending, a carrier or an account
             * @enum {unknown}
             */
            kind: "all" | "carrier" | "account";
            /** @description Name of the carrier or account */
            name?: string;
            /**
             * Format: date-time
             * @description Start of the pause
             */
            since: string;
        };
        PauseList: {
            pauses: components["schemas"]["Pause"][];
        };
        PeopleOnline: {
            people: {
                /**
                 * Format: uuid
                 * @description Only for kind account
                 */
                accountId?: string;
                accountName?: string;
                /** @description IP addresses of the sign-ins; shown to the role admin only */
                addresses?: string[];
                /** @enum {unknown} */
                kind: "operator" | "operator-token" | "account";
                /**
                 * Format: date-time
                 * @description Time of the last use, up to a few seconds old
                 */
                lastSeenAt: string;
                /** @description Name of the person, as in the audit log */
                name: string;
                /**
                 * Format: uuid
                 * @description Only for kind operator
                 */
                operatorId?: string;
                /**
                 * @description admin: full access; support: read-only access without message texts and keys
                 * @enum {unknown}
                 */
                role?: "admin" | "support";
                /** @description Open sessions used in the last five minutes */
                sessions: number;
                /**
                 * Format: date-time
                 * @description Time of the sign-in; the earliest of several sessions
                 */
                since: string;
            }[];
        };
        Phone: {
            /**
             * @description Phone number in E.164 format
             * @example +38640123456
             */
            number: string;
            /** @description The latest 100 messages, oldest first */
            thread: {
                /**
                 * Format: date-time
                 * @description Time of receipt or sending
                 */
                at: string;
                /**
                 * @description in: received by the phone; out: sent from it
                 * @enum {unknown}
                 */
                direction: "in" | "out";
                /**
                 * Format: uuid
                 * @description Id of a sent message
                 */
                inboundId?: string;
                /**
                 * Format: uuid
                 * @description Id of a received message
                 */
                messageId?: string;
                /** @description The other party: sender of a received message, recipient of a sent one */
                sender: string;
                /** @description Status of a received message */
                status?: string;
                text?: string;
            }[];
        };
        PhoneList: {
            /** @description The 50 most recent phones that received or sent a message, most recent first */
            phones: {
                /**
                 * Format: date-time
                 * @description Time of the last message received or sent
                 */
                lastAt: string;
                lastText?: string;
                /**
                 * @description Phone number in E.164 format
                 * @example +38640123456
                 */
                number: string;
            }[];
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
        PriceList: {
            /** @description Number of accounts that the list is assigned to */
            accountCount: number;
            /**
             * Format: date-time
             * @description Start of validity
             */
            activeFrom: string;
            /** @description End of validity; null: unlimited */
            activeTo: string | null;
            /** @description Number of countries with a price */
            countryCount: number;
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description ISO 4217 currency code
             * @example EUR
             */
            currency: string;
            /** @description Name of the list; customers see it with their prices */
            name: string;
            /** Format: uuid */
            priceListId: string;
        };
        PriceListDetails: {
            /** @description Number of accounts that the list is assigned to */
            accountCount: number;
            /** @description Accounts that the list is assigned to, at most the newest 1000 */
            accounts: {
                /** Format: uuid */
                accountId: string;
                name: string;
            }[];
            /**
             * Format: date-time
             * @description Start of validity
             */
            activeFrom: string;
            /** @description End of validity; null: unlimited */
            activeTo: string | null;
            /** @description Number of countries with a price */
            countryCount: number;
            /**
             * Format: date-time
             * @description Time of creation
             */
            createdAt: string;
            /**
             * @description ISO 4217 currency code
             * @example EUR
             */
            currency: string;
            /** @description Name of the list; customers see it with their prices */
            name: string;
            /** Format: uuid */
            priceListId: string;
            /** @description Prices, by country */
            prices: {
                /**
                 * @description ISO 3166 code
                 * @example SI
                 */
                country: string;
                /**
                 * @description Price per segment
                 * @example 0.0125
                 */
                unitPrice: string;
            }[];
        };
        PriceListPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            priceLists: components["schemas"]["PriceList"][];
        };
        PricesPreview: {
            /** @description Number of countries that get a price */
            added: number;
            /** @description Number of countries whose price changes */
            changed: number;
            /** @description Changed prices, by country */
            changes: {
                /**
                 * @description New price; absent if it is removed
                 * @example 0.0125
                 */
                after?: string;
                /**
                 * @description Current price; absent if there is none
                 * @example 0.0125
                 */
                before?: string;
                /** @description ISO 3166 code */
                country: string;
                /** @description English name of the country */
                name?: string;
            }[];
            /** @description Number of countries that lose their price; accounts with only this list can no longer send to them */
            removed: number;
            unchanged: number;
        };
        PricesReplaced: {
            /** @description Number of prices of the list */
            imported: number;
        };
        Replayed: {
            /** @description Number of replayed deliveries */
            replayed: number;
        };
        RouteDetails: {
            /** Format: uuid */
            carrierId: string;
            country: string | null;
            prefix: string | null;
            /** @description Priority; the lowest available one is used */
            priority: number;
            /**
             * @description Senders that are overridden: all, or only names
             * @enum {unknown}
             */
            rewrites: "all" | "names";
            /** Format: uuid */
            routeId: string;
            /** @description Sender override. Several form a pool, from which a recipient always gets the same one */
            senders: string[];
            /** @description Share among equal routes */
            weight: number;
        };
        RouteExplanation: {
            /** @description All routes in the order in which they are tried, at most 500 */
            candidates: {
                /** @description Name of the carrier */
                carrier: string;
                /** Format: uuid */
                carrierId: string;
                chosen: boolean;
                country: string | null;
                /** @description Currency of the cost */
                currency?: string;
                /** @description Percentage of completed messages that were delivered; only if a policy uses it and there were enough messages */
                deliveredPercent?: number;
                /** @description Whether the route matches the number */
                fits: boolean;
                prefix: string | null;
                /** @description Priority; the lowest available one is used */
                priority: number;
                /**
                 * @description Senders that are overridden: all, or only names
                 * @enum {unknown}
                 */
                rewrites: "all" | "names";
                /** Format: uuid */
                routeId: string;
                /** @description The sentences of the text, for translation */
                said: {
                    /**
                     * @description English sentence with placeholders
                     * @example {0} GiB are free in {1}
                     */
                    sentence: string;
                    /** @description Values of the placeholders */
                    values: (string | number | {
                        more: number;
                        names: string[];
                    })[];
                }[];
                /** @description Sender shown to the recipient, if overridden; of a pool, one of its senders */
                sender?: string;
                /** @description Sender override. Several form a pool, from which a recipient always gets the same one */
                senders: string[];
                /** @description Reason why the route was selected or not */
                text: string;
                /** @description Cost per segment, if known */
                unitCost?: string;
                /** @description Whether the carrier is enabled and connected */
                up: boolean;
                /** @description Share among equal routes */
                weight: number;
            }[];
            /** @description Name of the carrier */
            carrier?: string;
            /**
             * Format: uuid
             * @description Carrier that the message would use or wait for
             */
            carrierId?: string;
            /** @description Country of the number */
            country: string;
            destination: string;
            /**
             * @description carrier: the message would be sent; nowhere: it would be rejected and refunded; waits: until a carrier is connected or resumed
             * @enum {unknown}
             */
            outcome: "carrier" | "nowhere" | "waits";
            /** @description The sentences of the text, for translation */
            said: {
                /**
                 * @description English sentence with placeholders
                 * @example {0} GiB are free in {1}
                 */
                sentence: string;
                /** @description Values of the placeholders */
                values: (string | number | {
                    more: number;
                    names: string[];
                })[];
            }[];
            /** @description The outcome as a sentence */
            text: string;
        };
        RouteList: {
            routes: components["schemas"]["RouteDetails"][];
        };
        RoutingPolicies: {
            policies: {
                /** @description Country of the policy; null: all countries without their own policy */
                country: string | null;
                /**
                 * @description Order of routes with the same priority and prefix: by weight, cheapest first, or best delivery first
                 * @enum {unknown}
                 */
                policy: "weight" | "least cost" | "best delivery";
                /**
                 * @description Hours over which delivery is measured
                 * @default 24
                 */
                windowHours?: number;
            }[];
        };
        SenderPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            senders: components["schemas"]["SenderRecord"][];
        };
        SenderRecord: {
            /** Format: uuid */
            accountId: string;
            /** @description Present only if true: too many wrong codes; further codes are refused until approval */
            blocked?: boolean;
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /**
             * Format: date-time
             * @description Time of registration
             */
            createdAt: string;
            /** @description URL for delivery reports, unless the send request names another */
            deliveryReportUrl: string | null;
            /** @description URL for messages to this sender */
            inboundUrl: string | null;
            /** @description Reason of a rejection */
            rejectionReason?: string;
            /** Format: uuid */
            senderId: string;
            /**
             * @description Pending: awaiting approval by an operator
             * @enum {unknown}
             */
            status: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            /**
             * Format: date-time
             * @description Time of the last status change
             */
            statusAt: string;
            /** @description URL for status-change webhooks */
            statusCallbackUrl: string | null;
            /** @description 0: alphanumeric, 1: MSISDN */
            type: number;
            /** @description Name or number */
            value: string;
            /** @description Wrong codes entered by the account for this value in 30 days; absent once confirmed */
            wrongCodes?: number;
        };
        SimulatedInbound: {
            /** @description Account of the recipient; null if no account has it, and no webhook is sent */
            accountId: string | null;
            /** Format: uuid */
            inboundId: string;
        };
        SmppBind: {
            /** Format: uuid */
            accountId: string;
            accountName: string;
            /**
             * @description IP address of the customer
             * @example 203.0.113.7
             */
            address: string;
            /** Format: uuid */
            bindId: string;
            /**
             * Format: date-time
             * @description Time of the bind
             */
            boundAt: string;
            /** Format: uuid */
            credentialId: string;
            /** @description Receipts and inbound messages delivered since the bind */
            delivers: number;
            /** @description Delivers per second, over the last seconds */
            deliversPerSecond: number;
            /** @description Reason why the bind is about to be closed */
            ending?: string;
            /** @description Requests of either side without a response or with an error response */
            errors: number;
            /**
             * Format: date-time
             * @description Time of the last request of the customer
             */
            lastActivityAt?: string;
            /**
             * Format: date-time
             * @description End of PDU logging
             */
            logUntil?: string;
            /** @enum {unknown} */
            mode: "transmitter" | "receiver" | "transceiver";
            /** @description Process of the bind: host and process id */
            process?: string;
            /** @description Messages submitted since the bind */
            submits: number;
            /** @description Submits per second, over the last seconds */
            submitsPerSecond: number;
            /** @example shop1 */
            systemId: string;
            /** @description Requests of both sides currently without a response */
            unanswered: number;
            /**
             * @description SMPP version requested by the customer
             * @example 3.4
             */
            version: string;
            /** @description Maximum number of requests without a response, per side */
            window: number;
        };
        SmppBindPage: {
            binds: components["schemas"]["SmppBind"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        SmppCredential: {
            /** Format: uuid */
            accountId: string;
            /** @description IP addresses and CIDR ranges that may bind; empty: any address */
            allowedRanges: string[];
            /**
             * @description Meaning of data_coding 0 in a submit. auto (default): unpacked GSM 03.38, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: packed GSM 03.38; latin1: always ISO 8859-1
             * @enum {unknown}
             */
            alphabet: "auto" | "gsm" | "packed" | "latin1";
            /** @description Country of numbers with national type of number; null: such numbers are refused */
            country: string | null;
            /**
             * Format: date-time
             * @description Time of issue
             */
            createdAt: string;
            /** Format: uuid */
            credentialId: string;
            /** @description Expiry time; null: never */
            expiresAt: string | null;
            /** @description Purpose of the credential */
            label: string;
            /** @description Time of the last use by a bind, up to a few seconds old; null: never used */
            lastUsedAt: string | null;
            /** @description Texts with data_coding 0 that were decoded as ISO 8859-1 (alphabet auto); null: none in the last 7 days. The customer should use data_coding 3 */
            latin1Warning: {
                /**
                 * Format: date-time
                 * @description Time of the last such text
                 */
                lastAt: string;
                /** @description Number of such texts on the day (UTC) of the last one */
                texts: number;
            } | null;
            /**
             * @description Format of inbound messages that are too long for one deliver_sm: parts with a user data header, or payload: message_payload
             * @enum {unknown}
             */
            longInbound: "parts" | "payload";
            /** @description Maximum number of concurrent binds, over all processes */
            maxBinds: number;
            /** @description End of validity of the password before the last rotation */
            previousUntil: string | null;
            /** @description Requests per second over all binds; null: the rate limit of a key, per process */
            rate: number | null;
            /**
             * @description Binds that get the receipts of submitted messages: own (default), or account: any bind of the account if the credential has none
             * @enum {unknown}
             */
            receiptBinds: "own" | "account";
            /** @description Time of revocation */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
            /**
             * @description system_id of the bind; unique, and never reused
             * @example corner-shop
             */
            systemId: string;
            /** @description Maximum number of requests without a response per bind and direction */
            window: number;
        };
        SmppCredentialIssued: {
            /** Format: uuid */
            accountId: string;
            /** @description IP addresses and CIDR ranges that may bind; empty: any address */
            allowedRanges: string[];
            /**
             * @description Meaning of data_coding 0 in a submit. auto (default): unpacked GSM 03.38, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: packed GSM 03.38; latin1: always ISO 8859-1
             * @enum {unknown}
             */
            alphabet: "auto" | "gsm" | "packed" | "latin1";
            /** @description Country of numbers with national type of number; null: such numbers are refused */
            country: string | null;
            /**
             * Format: date-time
             * @description Time of issue
             */
            createdAt: string;
            /** Format: uuid */
            credentialId: string;
            /** @description Expiry time; null: never */
            expiresAt: string | null;
            /** @description Purpose of the credential */
            label: string;
            /** @description Time of the last use by a bind, up to a few seconds old; null: never used */
            lastUsedAt: string | null;
            /** @description Texts with data_coding 0 that were decoded as ISO 8859-1 (alphabet auto); null: none in the last 7 days. The customer should use data_coding 3 */
            latin1Warning: {
                /**
                 * Format: date-time
                 * @description Time of the last such text
                 */
                lastAt: string;
                /** @description Number of such texts on the day (UTC) of the last one */
                texts: number;
            } | null;
            /**
             * @description Format of inbound messages that are too long for one deliver_sm: parts with a user data header, or payload: message_payload
             * @enum {unknown}
             */
            longInbound: "parts" | "payload";
            /** @description Maximum number of concurrent binds, over all processes */
            maxBinds: number;
            /** @description Password, eight characters; shown only once */
            password: string;
            /** @description End of validity of the password before the last rotation */
            previousUntil: string | null;
            /** @description Requests per second over all binds; null: the rate limit of a key, per process */
            rate: number | null;
            /**
             * @description Binds that get the receipts of submitted messages: own (default), or account: any bind of the account if the credential has none
             * @enum {unknown}
             */
            receiptBinds: "own" | "account";
            /** @description Time of revocation */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
            /**
             * @description system_id of the bind; unique, and never reused
             * @example corner-shop
             */
            systemId: string;
            /** @description Maximum number of requests without a response per bind and direction */
            window: number;
        };
        SmppCredentialPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            smppCredentials: components["schemas"]["SmppCredential"][];
        };
        SmppPdu: {
            /**
             * Format: date-time
             * @description Time of the PDU
             */
            at: string;
            /** @example submit_sm */
            command: string;
            /**
             * @description in: from the customer; out: to the customer
             * @enum {unknown}
             */
            direction: "in" | "out";
            /** @description Fields of the PDU, without passwords, texts and the middle digits of phone numbers */
            fields: {
                [key: string]: unknown;
            };
            /** @description Position in the order of the wire */
            place: number;
            sequence: number;
            /**
             * @description command_status
             * @example ESME_ROK
             */
            status: string;
        };
        SmppPduPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            pdus: components["schemas"]["SmppPdu"][];
        };
        Statistics: {
            /**
             * Format: date-time
             * @description Time of the last count, at most 30 seconds ago
             */
            countedAt?: string;
            /** @description All hours of the range, oldest first */
            hours: {
                /** @description Messages accepted in this hour; the other counts are their current statuses */
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
            /** @description Spend by account and country, largest first, at most 1000 */
            spend: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description Charges minus refunds
                 * @example 1034.52
                 */
                amount: string;
                country: string;
                /**
                 * @description ISO 4217 currency code
                 * @example EUR
                 */
                currency: string;
                /** @description Charged messages */
                messages: number;
            }[];
        };
        StatisticsRows: {
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
                /**
                 * @description Charges minus refunds
                 * @example 1034.52
                 */
                spend: string;
                /** @description Messages with status UNKNOWN */
                unknown: number;
                /** @description Messages that are scheduled or waiting for a carrier */
                waiting: number;
            }[];
        };
        /** @description A filtered page may be short or empty and still have a nextCursor, because a search scans a limited number of rows. */
        UnmatchedReceiptPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            receipts: {
                /** Format: uuid */
                carrierId: string;
                destination: string;
                /** @description The carrier's error code; for an unread callback, the parse error */
                error: string | null;
                /** @description delivered, failed, rejected or unknown; unread: a callback of an HTTP carrier that could not be parsed */
                outcome: string;
                /** Format: uuid */
                receiptId: string;
                /**
                 * Format: date-time
                 * @description Time of receipt; kept for 72 hours
                 */
                receivedAt: string;
                /** @description Possible references of the message, most likely first */
                references: string[];
                /** @description Receipt as received; for a callback, its first 16 KiB without headers */
                text: string;
            }[];
        };
        VerifyBlock: {
            /** @description Name of the account */
            account: string;
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            blockId: string;
            /** @description Confirmed codes among them */
            confirmed: number;
            /**
             * @description Blocked country (SI), or the first digits of a range of 10,000 numbers
             * @example +3864012
             */
            scope: string;
            /**
             * Format: date-time
             * @description Start of the block
             */
            since: string;
            /** @description Codes sent before the block began */
            started: number;
            /**
             * Format: date-time
             * @description End of the block
             */
            until: string;
        };
        VerifyBlockList: {
            /** @description Active blocks, newest first, at most 1000 */
            blocks: components["schemas"]["VerifyBlock"][];
        };
        VerifyConversion: {
            /** @description Name of the account */
            account: string;
            /** Format: uuid */
            accountId: string;
            /**
             * Format: date-time
             * @description End of the block, if blocked
             */
            blockedUntil?: string;
            /** @description Codes confirmed */
            confirmed: number;
            /** @description ISO 3166 code */
            country: string;
            /** @description Whether no code was confirmed in that time */
            fresh: boolean;
            /** @description First digits of a range of 10,000 numbers; only with by=prefix */
            prefix?: string;
            /** @description Codes sent */
            started: number;
        };
        VerifyConversionList: {
            /** @description Groups with the most unconfirmed codes first, at most 200 */
            conversions: components["schemas"]["VerifyConversion"][];
        };
        VerifyLimits: {
            /** @description Limits in force: those of the account, otherwise those of the settings */
            inForce: {
                /** @description Minimum percentage of confirmed codes; below it, a range or country is blocked. 0: never */
                conversion: number;
                /** @description Codes per range and hour while no code of the range was confirmed */
                freshPrefix: number;
                /** @description Codes per account and hour */
                perAccount: number;
                /** @description Codes per number and hour; four times as many per day */
                perNumber: number;
                /** @description Codes per range of 10,000 numbers and hour */
                perPrefix: number;
                windowHours: number;
            };
            /** @description Limits set for this account */
            own: {
                /** @description Minimum percentage of confirmed codes; below it, a range or country is blocked. 0: never */
                conversion?: number;
                /** @description Codes per range and hour while no code of the range was confirmed */
                freshPrefix?: number;
                /** @description Codes per account and hour */
                perAccount?: number;
                /** @description Codes per number and hour; four times as many per day */
                perNumber?: number;
                /** @description Codes per range of 10,000 numbers and hour */
                perPrefix?: number;
            };
        };
        WaitingMessages: {
            /** @description Counts by account */
            accounts: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description Total price, which cancelling refunds
                 * @example 1034.52
                 */
                amount: string;
                currency: string;
                messages: number;
                name: string;
            }[];
            /** @description Whether there may be more than were counted */
            bounded: boolean;
            /** @description Total number, counted up to 200000 */
            messages: number;
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Part of the name, ignoring case */
                name?: string;
                /** @description A suspended account cannot send */
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contactEmail?: string | null;
                    /**
                     * @description Amount by which the balance may be negative. Default: 0
                     * @example 25.50
                     */
                    creditLimit?: string;
                    /**
                     * @description ISO 4217 currency code
                     * @example EUR
                     */
                    currency: string;
                    /** @description Name of the customer */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contactEmail?: string | null;
                    /**
                     * @description Amount by which the balance may be negative
                     * @example 25.50
                     */
                    creditLimit?: string;
                    /** @description Compatibility APIs that the account may use */
                    doors?: ("kannel" | "jasmin" | "twilio")[];
                    /**
                     * @description Channel of inbound messages, unless the sender overrides it. auto: the URL of the sender; if it has none, the SMPP binds of the account
                     * @enum {unknown}
                     */
                    inbound?: "auto" | "webhook" | "smpp" | "both";
                    /** @description Name of the customer */
                    name?: string;
                    /**
                     * @description Channel of delivery reports, unless the sender overrides it. auto: the SMPP binds if the message was submitted by SMPP with receipts requested, otherwise the URL of the request or sender
                     * @enum {unknown}
                     */
                    receipts?: "auto" | "webhook" | "smpp" | "both";
                    /**
                     * @description A suspended account cannot send
                     * @enum {unknown}
                     */
                    status?: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description The updated account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account owes more than the new limit */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createAccountLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    correctBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Amount to add to the balance, or to subtract if negative; not zero
                     * @example -12.50
                     */
                    amount: string;
                    /**
                     * Format: uuid
                     * @description Your own id of the transaction; a repeated request with the same id books nothing
                     */
                    id?: string;
                    /** @description Reason of the adjustment, for operators only */
                    note: string;
                    /**
                     * @description Reference of the transaction, shown to the customer, such as the number of an invoice
                     * @example Invoice 2026-114
                     */
                    reference?: string;
                };
            };
        };
        responses: {
            /** @description The transaction was booked by an earlier request with the same id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description The new transaction */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The balance does not cover the amount, or the id belongs to another transaction */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getAccountIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountIncident"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listAccountKeys: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
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
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
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
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
            path: {
                accountId: string;
            };
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
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many downloads are running */
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
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    addOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    downloadOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many downloads are running */
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
    deleteOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    importOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The Content-Type is not text/csv */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getOptOutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changeOptOutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listAccountPriceLists: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of price lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    assignPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Assigned */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The list and the account have different currencies */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    unassignPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unassigned */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Price list of the account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listAccountSmppCredentials: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    issueSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IP addresses and CIDR ranges that may bind; empty: any address */
                    allowedRanges?: string[];
                    /**
                     * @description Meaning of data_coding 0 in a submit. auto (default): unpacked GSM 03.38, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: packed GSM 03.38; latin1: always ISO 8859-1
                     * @enum {unknown}
                     */
                    alphabet?: "auto" | "gsm" | "packed" | "latin1";
                    /** @description Country of numbers with national type of number; null: such numbers are refused */
                    country?: string | null;
                    /** @description Expiry time; null: never */
                    expiresAt?: string | null;
                    /** @description Purpose of the credential */
                    label?: string;
                    /**
                     * @description Format of inbound messages that are too long for one deliver_sm: parts with a user data header, or payload: message_payload
                     * @enum {unknown}
                     */
                    longInbound?: "parts" | "payload";
                    /** @description Maximum number of concurrent binds, over all processes */
                    maxBinds?: number;
                    /** @description Requests per second over all binds; null: the rate limit of a key, per process */
                    rate?: number | null;
                    /**
                     * @description Binds that get the receipts of submitted messages: own (default), or account: any bind of the account if the credential has none
                     * @enum {unknown}
                     */
                    receiptBinds?: "own" | "account";
                    /**
                     * @description system_id of the bind; unique, and never reused
                     * @example corner-shop
                     */
                    systemId?: string;
                    /** @description Maximum number of requests without a response per bind and direction */
                    window?: number;
                };
            };
        };
        responses: {
            /** @description The new credential */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialIssued"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The systemId is taken */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    topUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Amount to add, greater than zero
                     * @example 25.50
                     */
                    amount: string;
                    /**
                     * Format: uuid
                     * @description Your own id of the transaction; a repeated request with the same id books nothing
                     */
                    id?: string;
                    /** @description Purpose of the transaction, for operators only */
                    note?: string;
                    /**
                     * @description Reference of the transaction, shown to the customer, such as the number of an invoice
                     * @example Invoice 2026-114
                     */
                    reference?: string;
                };
            };
        };
        responses: {
            /** @description The transaction was booked by an earlier request with the same id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description The new transaction */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The id belongs to another transaction */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getVerifyLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits of the account, and those in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyLimits"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    setVerifyLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        /** @description Omitted limits follow the settings */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Minimum percentage of confirmed codes; below it, a range or country is blocked. 0: never */
                    conversion?: number;
                    /** @description Codes per range and hour while no code of the range was confirmed */
                    freshPrefix?: number;
                    /** @description Codes per account and hour */
                    perAccount?: number;
                    /** @description Codes per number and hour; four times as many per day */
                    perNumber?: number;
                    /** @description Codes per range of 10,000 numbers and hour */
                    perPrefix?: number;
                };
            };
        };
        responses: {
            /** @description The limits of the account, and those in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyLimits"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getAttention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attention"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listAudit: {
        parameters: {
            query?: {
                /** @description Account concerned */
                accountId?: string;
                /** @description One action, such as `account create` */
                action?: string;
                /** @description Name of the actor, ignoring case */
                actor?: string;
                /** @description Id of the actor: an operator, a console session or an API key */
                actorId?: string;
                /** @description Authentication of the actor */
                actorKind?: "operator" | "operator-token" | "customer" | "api-key" | "system" | "anonymous";
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Id of the changed object */
                subjectId?: string;
                /** @description Kind of the changed object */
                subjectKind?: "account" | "balance" | "key" | "smpp" | "price-list" | "carrier" | "route" | "queue" | "message" | "sender" | "webhook" | "opt-out" | "verification" | "template" | "operator" | "session" | "number";
                /** @description End of the range, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    downloadAudit: {
        parameters: {
            query?: {
                /** @description Account concerned */
                accountId?: string;
                /** @description One action, such as `account create` */
                action?: string;
                /** @description Name of the actor, ignoring case */
                actor?: string;
                /** @description Id of the actor: an operator, a console session or an API key */
                actorId?: string;
                /** @description Authentication of the actor */
                actorKind?: "operator" | "operator-token" | "customer" | "api-key" | "system" | "anonymous";
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Id of the changed object */
                subjectId?: string;
                /** @description Kind of the changed object */
                subjectKind?: "account" | "balance" | "key" | "smpp" | "price-list" | "carrier" | "route" | "queue" | "message" | "sender" | "webhook" | "opt-out" | "verification" | "template" | "operator" | "session" | "number";
                /** @description End of the range, exclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many downloads are running */
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
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                entryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Audit entry not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All carriers, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description false: the carrier gets no messages */
                    enabled?: boolean;
                    /** @description Unique name */
                    name: string;
                    reasonTexts?: {
                        [key: string]: string;
                    } | null;
                    signingSecret?: string | null;
                    /** @description URL of the carrier: simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the carrier URL reference) */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The new carrier */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Another carrier has the name, or the carrier is the default one */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    deleteCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another carrier has the name, or the carrier is the default one */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changeCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description false: the carrier gets no messages */
                    enabled?: boolean;
                    /** @description Unique name */
                    name?: string;
                    reasonTexts?: {
                        [key: string]: string;
                    } | null;
                    signingSecret?: string | null;
                    /** @description URL of the carrier: simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the carrier URL reference) */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The updated carrier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another carrier has the name, or the carrier is the default one */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getCarrierCosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The costs of the carrier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierCosts"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    replaceCarrierCosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Costs, one per country; omitted countries have no cost any more */
                    costs: {
                        /** @example SI */
                        country: string;
                        /**
                         * @description Cost per segment
                         * @example 0.0042
                         */
                        unitCost: string;
                    }[];
                    /**
                     * @description ISO 4217 currency code
                     * @example EUR
                     */
                    currency: string;
                };
            };
        };
        responses: {
            /** @description The new costs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierCosts"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The costs of other carriers are in another currency */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getCarrierIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierIncident"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    retryCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier is tried */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    testCarrier: {
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
                     * Format: uuid
                     * @description Existing carrier: its URL is tested, or the given URL with its password
                     */
                    carrierId?: string;
                    /** @description Request and response format of a generic HTTP carrier */
                    description?: {
                        [key: string]: unknown;
                    };
                    /** @description URL of the carrier: simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the carrier URL reference) */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The result, step by step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierTrial"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another test is running */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createConsoleLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listEmails: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /** @description Address in the From header */
                author?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send, or no valid key; rejected: because of its From address or format; error: the author was notified of the error by e-mail */
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
                    "application/json": components["schemas"]["EmailPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["EmailDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The e-mail is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    eraseNumber: {
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
                     * @description Phone number in E.164 format with leading +
                     * @example +38640123456
                     */
                    phoneNumber: string;
                };
            };
        };
        responses: {
            /** @description Numbers of erased records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erased"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The number cannot be erased now; nothing was erased */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["OperatorFirstSteps"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listInbound: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
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
                    "application/json": components["schemas"]["InboundPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listKeys: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description First characters of the key, at most eight, so that no complete key appears in logs */
                prefix?: string;
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
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listMails: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                kind?: "sender code" | "email2sms error";
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description kept: not sent, because no relay is configured */
                state?: "waiting" | "kept" | "sent" | "given up";
                /** @description Only this sender or received e-mail */
                subjectId?: string;
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
                    "application/json": components["schemas"]["MailPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mailId: string;
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
                    "application/json": components["schemas"]["MailDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getMargins: {
        parameters: {
            query?: {
                /** @example SI */
                country?: string;
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
            /** @description The margins */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Margins"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listMessages: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /** @description Only messages accepted by this carrier, or handed to it without a response */
                carrierId?: string;
                /** @description Whether to include the texts */
                content?: "true" | "false";
                /**
                 * @description Country of the destination
                 * @example SI
                 */
                country?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Phone number in E.164 format, with + encoded as %2B */
                destination?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Reason of the messages, exact match */
                reason?: string;
                /** @description Only messages whose request gave this reference; exact match */
                reference?: string;
                /** @description Sender, exact match */
                sender?: string;
                /** @description ACCEPTED, or a status of delivery reports */
                status?: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
                /** @description Only messages of this request, as named by its charge in the ledger */
                submissionId?: string;
                /** @description Part of the text, ignoring case. Erased texts are not found */
                text?: string;
                /** @description End of the range, exclusive */
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
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    downloadMessages: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /** @description Only messages accepted by this carrier, or handed to it without a response */
                carrierId?: string;
                /** @description Whether to include the texts */
                content?: "true" | "false";
                /**
                 * @description Country of the destination
                 * @example SI
                 */
                country?: string;
                /** @description Phone number in E.164 format, with + encoded as %2B */
                destination?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                /** @description Reason of the messages, exact match */
                reason?: string;
                /** @description Only messages whose request gave this reference; exact match */
                reference?: string;
                /** @description Sender, exact match */
                sender?: string;
                /** @description ACCEPTED, or a status of delivery reports */
                status?: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
                /** @description Only messages of this request, as named by its charge in the ledger */
                submissionId?: string;
                /** @description Part of the text, ignoring case. Erased texts are not found */
                text?: string;
                /** @description End of the range, exclusive */
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many downloads are running */
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
                    "application/json": components["schemas"]["MessageDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getMessageTimeline: {
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
                    "application/json": components["schemas"]["MessageTimeline"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    cancelWaitingMessages: {
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
                     * Format: uuid
                     * @description Only messages of this account
                     */
                    accountId?: string;
                    /**
                     * Format: date-time
                     * @description Only messages accepted, or scheduled for a time, before this
                     */
                    before?: string;
                    /**
                     * Format: uuid
                     * @description Only messages waiting for this carrier; scheduled ones wait for it only once they are due
                     */
                    carrierId?: string;
                    /**
                     * @description Only messages to this country
                     * @example SI
                     */
                    country?: string;
                    /**
                     * Format: uuid
                     * @description Only this message
                     */
                    messageId?: string;
                    /** @description Only these messages */
                    messageIds?: string[];
                    /**
                     * @description SCHEDULED: messages with a scheduledTime, past or future
                     * @enum {unknown}
                     */
                    status?: "ACCEPTED" | "SCHEDULED";
                };
            };
        };
        responses: {
            /** @description The cancelled messages by account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledMessages"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    /**
                     * Format: uuid
                     * @description Account of the messages
                     */
                    accountId: string;
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
                    "application/json": components["schemas"]["AccountResentMessages"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
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
            /** @description Too many wrong tokens from this address */
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
                    /**
                     * Format: uuid
                     * @description Account of the messages
                     */
                    accountId: string;
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
                    "application/json": components["schemas"]["AccountResendPreview"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    sumWaitingMessages: {
        parameters: {
            query?: {
                /** @description Only messages of this account */
                accountId?: string;
                /** @description Only messages accepted, or scheduled for a time, before this */
                before?: string;
                /** @description Only messages waiting for this carrier; scheduled ones wait for it only once they are due */
                carrierId?: string;
                /**
                 * @description Only messages to this country
                 * @example SI
                 */
                country?: string;
                /** @description Only this message */
                messageId?: string;
                /** @description SCHEDULED: messages with a scheduledTime, past or future */
                status?: "ACCEPTED" | "SCHEDULED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number and price by account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingMessages"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All operators, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Additional read access of the role support: text (of messages and e-mails), keys (their first characters) */
                    grants?: ("text" | "keys")[];
                    /** @description Name, unique ignoring case */
                    name: string;
                    /** @description Password, 12 to 200 characters */
                    password?: string;
                    /**
                     * @description Default: support, the role with the fewest rights
                     * @enum {unknown}
                     */
                    role?: "admin" | "support";
                };
            };
        };
        responses: {
            /** @description The new operator */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCreated"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    deleteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Operator not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Additional read access of the role support: text (of messages and e-mails), keys (their first characters) */
                    grants?: ("text" | "keys")[];
                    /** @description New password; null removes it, and only a sign-in link gives access */
                    password?: string | null;
                    /** @description true: turns two-factor authentication off */
                    resetTotp?: boolean;
                    /**
                     * @description admin: full access; support: read-only access without message texts and keys
                     * @enum {unknown}
                     */
                    role?: "admin" | "support";
                };
            };
        };
        responses: {
            /** @description The updated operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Operator not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createOperatorLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Operator not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listPeopleOnline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeopleOnline"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["OperatorOverview"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listPauses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The global pause, then carriers, then accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    pauseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pause, new or already in effect */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    resumeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    pauseAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pause, new or already in effect */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    resumeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    pauseCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pause, new or already in effect */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    resumeCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listPriceLists: {
        parameters: {
            query?: {
                /**
                 * @description ISO 4217 currency code
                 * @example EUR
                 */
                currency?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Part of the name, ignoring case */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of price lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createPriceList: {
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
                     * Format: date-time
                     * @description Start of validity
                     */
                    activeFrom?: string;
                    /** @description End of validity; null: unlimited */
                    activeTo?: string | null;
                    /**
                     * @description ISO 4217 currency code
                     * @example EUR
                     */
                    currency: string;
                    /** @description Name of the list; customers see it with their prices */
                    name: string;
                    /** @description Prices, one per country */
                    prices?: {
                        /**
                         * @description ISO 3166 code
                         * @example SI
                         */
                        country: string;
                        /**
                         * @description Price per segment
                         * @example 0.0125
                         */
                        unitPrice: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The new list */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Price list not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changePriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Start of validity
                     */
                    activeFrom?: string;
                    /** @description End of validity; null: unlimited */
                    activeTo?: string | null;
                    /** @description Name of the list; customers see it with their prices */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The updated list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Price list not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    importPrices: {
        parameters: {
            query?: {
                /** @description true: return the changes without importing */
                preview?: "true" | "false";
            };
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example country,unit_price
                 *     SI,0.0125
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The number of new prices; for a preview, the changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesReplaced"] | components["schemas"]["PricesPreview"];
                };
            };
            /** @description Nothing was imported */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Price list not found */
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
            /** @description The Content-Type is not text/csv */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    replacePrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Prices, one per country */
                    prices: {
                        /**
                         * @description ISO 3166 code
                         * @example SI
                         */
                        country: string;
                        /**
                         * @description Price per segment
                         * @example 0.0125
                         */
                        unitPrice: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The number of new prices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesReplaced"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Price list not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listUnmatchedReceipts: {
        parameters: {
            query?: {
                /** @description Only this carrier */
                carrierId?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Only this outcome; unread: only callbacks */
                outcome?: "delivered" | "failed" | "rejected" | "unknown" | "unread";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of receipts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnmatchedReceiptPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All routes, by country and prefix */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    createRoute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    carrierId: string;
                    country?: string | null;
                    prefix?: string | null;
                    /** @description Priority; the lowest available one is used */
                    priority?: number;
                    /**
                     * @description Senders that are overridden: all, or only names
                     * @enum {unknown}
                     */
                    rewrites?: "all" | "names";
                    /** @description Sender override. Several form a pool, from which a recipient always gets the same one */
                    senders?: string[];
                    /** @description Share among equal routes */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description The new route */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Carrier not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    deleteRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                routeId: string;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Route not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changeRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                routeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string | null;
                    prefix?: string | null;
                    /** @description Priority; the lowest available one is used */
                    priority?: number;
                    /**
                     * @description Senders that are overridden: all, or only names
                     * @enum {unknown}
                     */
                    rewrites?: "all" | "names";
                    /** @description Sender override. Several form a pool, from which a recipient always gets the same one */
                    senders?: string[];
                    /** @description Share among equal routes */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description The updated route */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Route not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    explainRoute: {
        parameters: {
            query: {
                /**
                 * @description Phone number in E.164 format, with + encoded as %2B
                 * @example +38640123456
                 */
                destination: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The route */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteExplanation"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listRoutingPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All policies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicies"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    replaceRoutingPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All policies, replacing the current ones; empty: weights decide */
                    policies: {
                        /** @description Country of the policy; null: all countries without their own policy */
                        country: string | null;
                        /**
                         * @description Order of routes with the same priority and prefix: by weight, cheapest first, or best delivery first
                         * @enum {unknown}
                         */
                        policy: "weight" | "least cost" | "best delivery";
                        /**
                         * @description Hours over which delivery is measured
                         * @default 24
                         */
                        windowHours?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The new policies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicies"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listSenders: {
        parameters: {
            query?: {
                /** @description Only senders of this account */
                accountId?: string;
                channel?: "SMS" | "Viber";
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Pending: awaiting approval by an operator */
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
                    "application/json": components["schemas"]["SenderPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["SenderRecord"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    approveSender: {
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
            /** @description The approved sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRecord"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The sender is not pending */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    rejectSender: {
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
                "application/json": {
                    /** @description Reason, shown to the customer */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The rejected sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRecord"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The sender is not pending */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    simulateInbound: {
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
                     * @description Valid phone number in E.164 format
                     * @example +38640123456
                     */
                    from: string;
                    text: string;
                    /**
                     * @description Phone number, or name of a sender
                     * @example +38640111222
                     */
                    to: string;
                };
            };
        };
        responses: {
            /** @description The inbound message */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedInbound"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description No enabled carrier is a simulator */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listPhones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description No enabled carrier is a simulator */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phone and its messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Phone"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description No enabled carrier is a simulator */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listSmppBinds: {
        parameters: {
            query?: {
                /** @description Only binds of this account */
                accountId?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Only binds with this system_id */
                systemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of binds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppBindPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    disconnectSmppBind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bindId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Reason, for the log and the audit log */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The bind, which is about to be closed */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppBind"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Bind not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listSmppPdus: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                bindId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of PDUs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppPduPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    logSmppBind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bindId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Duration in seconds from now; 0 stops logging. At most 10000 PDUs per bind are logged */
                    seconds: number;
                };
            };
        };
        responses: {
            /** @description The bind */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppBind"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Bind not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listSmppCredentials: {
        parameters: {
            query?: {
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Only the credential with this system_id */
                systemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredential"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Credential not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    changeSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IP addresses and CIDR ranges that may bind; empty: any address */
                    allowedRanges?: string[];
                    /**
                     * @description Meaning of data_coding 0 in a submit. auto (default): unpacked GSM 03.38, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: packed GSM 03.38; latin1: always ISO 8859-1
                     * @enum {unknown}
                     */
                    alphabet?: "auto" | "gsm" | "packed" | "latin1";
                    /** @description Country of numbers with national type of number; null: such numbers are refused */
                    country?: string | null;
                    /** @description Expiry time; null: never */
                    expiresAt?: string | null;
                    /** @description Purpose of the credential */
                    label?: string;
                    /**
                     * @description Format of inbound messages that are too long for one deliver_sm: parts with a user data header, or payload: message_payload
                     * @enum {unknown}
                     */
                    longInbound?: "parts" | "payload";
                    /** @description Maximum number of concurrent binds, over all processes */
                    maxBinds?: number;
                    /** @description Requests per second over all binds; null: the rate limit of a key, per process */
                    rate?: number | null;
                    /**
                     * @description Binds that get the receipts of submitted messages: own (default), or account: any bind of the account if the credential has none
                     * @enum {unknown}
                     */
                    receiptBinds?: "own" | "account";
                    /** @description Maximum number of requests without a response per bind and direction */
                    window?: number;
                };
            };
        };
        responses: {
            /** @description The updated credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredential"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Credential not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is revoked */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    revokeSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredential"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Credential not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    rotateSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
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
            /** @description The credential with its new password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialIssued"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Credential not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential has expired or is revoked */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getStatistics: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
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
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listAnnotations: {
        parameters: {
            query?: {
                /** @description Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour */
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
            /** @description The annotations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getStatisticsBy: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /**
                 * @description Only messages to this country (ISO 3166); not with the groups sender and key
                 * @example SI
                 */
                country?: string;
                /** @description Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour */
                from?: string;
                /** @description Grouping of the rows */
                group?: "day" | "hour" | "country" | "sender" | "key" | "carrier" | "account";
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
                    "application/json": components["schemas"]["StatisticsRows"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    getStatisticsByAsCsv: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /**
                 * @description Only messages to this country (ISO 3166); not with the groups sender and key
                 * @example SI
                 */
                country?: string;
                /** @description Start of the range, rounded down to the hour. Default: 30 days before `to`, or 24 hours if grouped by hour */
                from?: string;
                /** @description Grouping of the rows */
                group?: "day" | "hour" | "country" | "sender" | "key" | "carrier" | "account";
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "text/event-stream": components["schemas"]["OperatorStreamEvent"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listVerifyBlocks: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active blocks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyBlockList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    liftVerifyBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                blockId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lifted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Block not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listVerifyConversions: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                by?: "country" | "prefix";
                /**
                 * @description Only this country
                 * @example SI
                 */
                country?: string;
                /** @description Length of the range in hours, from 1 to 168 */
                hours?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sent and confirmed codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyConversionList"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
                /** @description nextCursor of the previous page */
                cursor?: string;
                /** @description Only deliveries to the origin (scheme, host and port) of this URL, or to the endpoint with this id */
                endpoint?: string;
                /** @description Start of the range, inclusive */
                from?: string;
                kind?: "delivery report" | "inbound message" | "sender status";
                /** @description Page size, from 1 to 1000 */
                limit?: string;
                /** @description Only reports of this message, all on one page */
                messageId?: string;
                state?: "waiting" | "retrying" | "delivered" | "given up";
                /** @description End of the range, exclusive */
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
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    "application/json": components["schemas"]["DeliveryDetails"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Only this account */
                accountId?: string;
            };
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
                    "application/json": components["schemas"]["EndpointPage"];
                };
            };
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
                    /** Format: uuid */
                    accountId: string;
                    /** @description Only deliveries to the origin of this URL, or to the endpoint with this id */
                    endpoint?: string;
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
            /** @description A field or parameter is invalid; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
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
            /** @description Account not found */
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
            /** @description The body is compressed, or its Content-Type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens from this address */
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
}
