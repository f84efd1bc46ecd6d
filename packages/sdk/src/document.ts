/** The types of the API, named as in its document. */
import type { components, operations } from './generated/api.ts';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type CancelledSelection = Schemas['CancelledSelection'];
export type Delivery = Schemas['Delivery'];
export type DeliveryReport = Schemas['DeliveryReport'];
export type Endpoint = Schemas['Endpoint'];
export type Inbound = Schemas['Inbound'];
export type InboundMessage = Schemas['InboundMessage'];
export type LedgerLine = Schemas['LedgerLine'];
export type Message = Schemas['Message'];
export type Preview = Schemas['Preview'];
export type Replayed = Schemas['Replayed'];
export type ResendPreview = Schemas['ResendPreview'];
export type ResentMessages = Schemas['ResentMessages'];
export type SendRequest = Schemas['SendRequest'];
export type SendResponse = Schemas['SendResponse'];
export type Sender = Schemas['Sender'];
export type SenderConfirmation = Schemas['SenderConfirmation'];
export type SenderDetails = Schemas['SenderDetails'];
export type SenderRegistration = Schemas['SenderRegistration'];
export type SenderSettings = Schemas['SenderSettings'];
export type SenderStatusEvent = Schemas['SenderStatusEvent'];
export type Timeline = Schemas['Timeline'];
export type VerifyCheck = Schemas['VerifyCheck'];
export type VerifyStart = Schemas['VerifyStart'];
export type VerifyStarted = Schemas['VerifyStarted'];
export type VerifyTemplate = Schemas['VerifyTemplate'];
export type WebhookSecret = Schemas['WebhookSecret'];

/** The JSON body of an operation whose schema has no name in the document. */
export type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
type Value<Field, Type> = Field extends 'from' | 'to' ? Date | string : Field extends 'content' ? boolean : Type;

/** The filter of a list: the parameters of its operation, with Date and boolean values. */
export type Filter<Name extends keyof operations> = {
  [Field in Exclude<keyof Query<Name>, 'limit'>]?: Value<Field, Query<Name>[Field]> | undefined;
} & {
  /** Items per page, from 1 to 1000. Default: 200. */
  pageSize?: number | undefined;
};
