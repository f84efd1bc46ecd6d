import { type TSchema, Type } from '../../../base/type.ts';
import { rewriting } from '../../../domain/carrier/route.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, named, said, time, uuid } from '../../schemas/fields.ts';

const name = Type.String({ minLength: 1, maxLength: 64, description: 'Unique name' });
const url = (description: string) => Type.String({ maxLength: 2_000, pattern: patterns.text, description });
const written = url(
  'URL of the carrier: simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the carrier URL reference)',
);
const description = Type.Object(
  {},
  { additionalProperties: true, description: 'Request and response format of a generic HTTP carrier' },
);
const orNone = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const ofHttp = {
  description: orNone(description),
  signingSecret: orNone(
    Type.String({
      minLength: 1,
      maxLength: 4_000,
      pattern: patterns.text,
      description: 'Secret with which an HTTP provider signs its callbacks, or its public key; write-only',
    }),
  ),
};
const reasonTexts = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'Plain words for codes of this carrier, by code. They replace those of the reference of reasons, for customers as well; at most 500',
  examples: [{ '001': 'The recipient has blocked SMS from companies.' }],
});
const enabled = Type.Boolean({ description: 'false: the carrier gets no messages' });

export const CarrierDetails = named('CarrierDetails', {
  carrierId: uuid(),
  name,
  url: url('URL without the password, which is write-only'),
  enabled,
  paused: Type.Boolean({ description: 'Whether messages wait until the carrier is resumed' }),
  createdAt: time('Time of creation'),
  description: Type.Optional(description),
  hasSigningSecret: Type.Optional(
    Type.Boolean({ description: 'Whether callbacks are verified with a signing secret' }),
  ),
  reasonTexts: Type.Optional(reasonTexts),
  callbackPath: Type.Optional(
    Type.String({ description: 'Path for receipts and inbound messages of an HTTP provider; it contains a secret' }),
  ),
  linksUp: Type.Integer({ description: 'Number of open connections, over all processes' }),
  throttled: Type.Boolean({ description: 'Whether the carrier reports throttling and messages are sent more slowly' }),
  since: Type.Optional(time('Time since which the carrier is up or down')),
  waiting: Type.Integer({ description: 'Messages waiting for the carrier, counted up to 10000' }),
  lastError: Type.Optional(
    Type.Object(
      { text: Type.String(), at: time('Time of the error') },
      { description: 'Error of the current or last connection failure' },
    ),
  ),
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'Risks of the configured URL' })),
  refusals: Type.Array(
    Type.Object({
      status: Type.String({ description: 'Status of the carrier, such as ESME_RMSGQFUL; `no answer`: no response' }),
      count: Type.Integer(),
      lastAt: time('Time of the last refusal'),
    }),
    { description: 'Submits refused in the last 24 hours, temporarily or permanently, most recent first' },
  ),
});

export const CarrierList = named('CarrierList', { carriers: Type.Array(Type.Ref('CarrierDetails')) });

export const NewCarrier = closed({
  name,
  url: written,
  enabled: Type.Optional(enabled),
  ...ofHttp,
  reasonTexts: orNone(reasonTexts),
});

export const CarrierChange = closed(
  {
    name: Type.Optional(name),
    url: Type.Optional(written),
    enabled: Type.Optional(enabled),
    ...ofHttp,
    reasonTexts: orNone(reasonTexts),
  },
  { minProperties: 1 },
);

export const CarrierTestBody = closed(
  {
    carrierId: Type.Optional(uuid('Existing carrier: its URL is tested, or the given URL with its password')),
    url: Type.Optional(written),
    description: Type.Optional(description),
  },
  { minProperties: 1 },
);

export const CarrierTrial = named('CarrierTrial', {
  ok: Type.Boolean({ description: 'Whether all steps succeeded' }),
  milliseconds: Type.Integer({ description: 'Duration of the test in milliseconds' }),
  steps: Type.Array(
    Type.Object({
      step: Type.Enum(['resolve', 'connect', 'tls', 'bind', 'enquire']),
      ok: Type.Boolean(),
      text: Type.String({ description: 'Result of the step' }),
    }),
    { description: 'Steps up to the first failure; with mode=pair, those of the transmitter, then of the receiver' },
  ),
  advice: Type.Optional(Type.String({ description: 'How to fix the failed step' })),
});

const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);
const country = orNull(
  Type.String({
    pattern: patterns.country,
    description: 'Country that the route matches; null: all countries',
    examples: ['SI'],
  }),
);
const prefix = orNull(
  Type.String({
    pattern: patterns.phonePrefix,
    description: 'Number prefix that the route matches; null: all numbers',
    examples: ['+38640'],
  }),
);
const priority = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Priority; the lowest available one is used',
});
const weight = Type.Integer({ minimum: 1, maximum: 10_000, description: 'Share among equal routes' });
const senders = Type.Array(Type.String({ maxLength: 30, pattern: patterns.text }), {
  maxItems: 1_000,
  description: 'Sender override. Several form a pool, from which a recipient always gets the same one',
});
const rewrites = Type.Enum([...rewriting], {
  description: 'Senders that are overridden: all, or only names',
});

const route = { country, prefix, priority, weight, senders, rewrites };

export const RouteDetails = named('RouteDetails', { routeId: uuid(), carrierId: uuid(), ...route });

export const RouteList = named('RouteList', { routes: Type.Array(Type.Ref('RouteDetails')) });

const routeFields = {
  country: Type.Optional(country),
  prefix: Type.Optional(prefix),
  priority: Type.Optional(priority),
  weight: Type.Optional(weight),
  senders: Type.Optional(senders),
  rewrites: Type.Optional(rewrites),
};

export const NewRoute = closed({ carrierId: uuid(), ...routeFields });

export const RouteChange = closed(routeFields, { minProperties: 1 });

export const ExplainQuery = Type.Object({
  destination: Type.String({
    maxLength: 30,
    description: 'Phone number in E.164 format, with + encoded as %2B',
    examples: ['+38640123456'],
  }),
});

const sentences = Type.Array(said, { description: 'The sentences of the text, for translation' });
const explained = {
  outcome: Type.Enum(['carrier', 'nowhere', 'waits'], {
    description:
      'carrier: the message would be sent; nowhere: it would be rejected and refunded; waits: until a carrier is connected or resumed',
  }),
  carrierId: Type.Optional(uuid('Carrier that the message would use or wait for')),
  carrier: Type.Optional(Type.String({ description: 'Name of the carrier' })),
  text: Type.String({ description: 'The outcome as a sentence' }),
  said: sentences,
  candidates: Type.Array(
    Type.Object({
      ...RouteDetails.properties,
      carrier: Type.String({ description: 'Name of the carrier' }),
      fits: Type.Boolean({ description: 'Whether the route matches the number' }),
      up: Type.Boolean({ description: 'Whether the carrier is enabled and connected' }),
      chosen: Type.Boolean(),
      text: Type.String({ description: 'Reason why the route was selected or not' }),
      said: sentences,
      unitCost: Type.Optional(Type.String({ description: 'Cost per segment, if known' })),
      currency: Type.Optional(Type.String({ description: 'Currency of the cost' })),
      deliveredPercent: Type.Optional(
        Type.Integer({
          description:
            'Percentage of completed messages that were delivered; only if a policy uses it and there were enough messages',
        }),
      ),
      sender: Type.Optional(
        Type.String({ description: 'Sender shown to the recipient, if overridden; of a pool, one of its senders' }),
      ),
    }),
    { description: 'All routes in the order in which they are tried, at most 500' },
  ),
};
export const RouteExplanation = named('RouteExplanation', {
  destination: Type.String(),
  country: Type.String({ description: 'Country of the number' }),
  ...explained,
});

export const carrierSchemas = [CarrierDetails, CarrierList, RouteDetails, RouteList, RouteExplanation, CarrierTrial];
