import { badBodies, badBody, errorResponse, sendErrors } from './errors.ts';

const aMessage = 'message 01900000-0000-7000-8000-000000000000';
/** Errors of sending messages again, which are sent like any message. */
export const resendErrors = {
  ...sendErrors,
  400: errorResponse('The request is invalid, or one of the messages cannot be sent; nothing was sent or charged', {
    empty: 'Error: 7 - Message rejected: messageIds is empty',
    json: 'Error: 7 - Message rejected: the request body is not valid JSON',
    sender: `Error: 2 - Invalid sender (from): ${aMessage}: the sender is not registered for the account`,
    status: `Error: 7 - Message rejected: ${aMessage}: the message is SENT, it can be sent again once its status is final`,
    erased: `Error: 7 - Message rejected: ${aMessage}: the recipient and the text of the message were erased`,
    optOut: `Error: 7 - Message rejected: ${aMessage}: the recipient has opted out`,
    balance: 'Error: 6 - Balance too low to send',
  }),
  404: errorResponse('One of the messages does not exist; nothing was sent or charged', {
    unknown: `Error: 7 - Message rejected: ${aMessage} not found`,
  }),
};

/** Errors of other operations on several messages. */
export const badSelection = {
  ...badBody,
  400: errorResponse('The request is invalid; nothing was changed', {
    ...badBodies,
    empty: 'error: 400 - messageIds is empty',
  }),
  404: errorResponse('One of the messages does not exist; nothing was changed', {
    unknown: 'error: 404 - Message 01900000-0000-7000-8000-000000000000 not found',
  }),
};

/** Of operators, whose errors have no codes. */
export const idempotencyConflicts = {
  409: errorResponse('The first request with this Idempotency-Key is still running', {
    running: 'error: 409 - The first request with this Idempotency-Key is still running',
  }),
  422: errorResponse('The Idempotency-Key was used for another request', {
    other: 'error: 422 - This Idempotency-Key was used for another request',
  }),
};
