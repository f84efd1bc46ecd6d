import { type TSchema, Type } from '../../../base/type.ts';
import { rewriting } from '../../../domain/carrier/route.ts';
import { patterns } from '../../patterns.ts';
import { closed, named, time, uuid } from '../../schemas/fields.ts';

const name = Type.String({ minLength: 1, maxLength: 64, description: 'One of its own' });
const url = (description: string) => Type.String({ maxLength: 2_000, pattern: patterns.text, description });
const written = url(
  'simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the reference of carrier addresses)',
);
const description = Type.Object(
  {},
  { additionalProperties: true, description: 'How a generic HTTP carrier is called' },
);
const orNone = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const ofHttp = {
  description: orNone(description),
  signingSecret: orNone(
    Type.String({
      minLength: 1,
      maxLength: 4_000,
      pattern: patterns.text,
      description: 'What an HTTP provider signs its callbacks with, or its public key. Nobody can read it again',
    }),
  ),
};
const enabled = Type.Boolean({ description: 'false: nothing goes over it' });

export const CarrierDetails = named('CarrierDetails', {
  carrierId: uuid(),
  name,
  url: url('Without its password, which nobody can read again'),
  enabled,
  paused: Type.Boolean({ description: 'Messages for it wait until it is resumed' }),
  createdAt: time('When it was added'),
  description: Type.Optional(description),
  hasSigningSecret: Type.Optional(Type.Boolean({ description: 'Its callbacks are checked with a signing secret' })),
  callbackPath: Type.Optional(
    Type.String({ description: 'Where an HTTP provider sends receipts and inbound messages; it holds a secret' }),
  ),
  linksUp: Type.Integer({ description: 'Connections that are up, over all processes' }),
  throttled: Type.Boolean({ description: 'The carrier complains about the speed, and is fed slowly' }),
  since: Type.Optional(time('Up, or down, since then')),
  waiting: Type.Integer({ description: 'Messages that wait for it, counted up to 10000' }),
  lastError: Type.Optional(
    Type.Object(
      { text: Type.String(), at: time('When it was') },
      { description: 'Why a connection is down, or was when it was last down' },
    ),
  ),
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'What its settings give up' })),
  refusals: Type.Array(
    Type.Object({
      status: Type.String({ description: 'Of the carrier, such as ESME_RMSGQFUL; no answer: it said nothing' }),
      count: Type.Integer(),
      lastAt: time('When it last was'),
    }),
    { description: 'Submits of the last 24 hours that it did not take, now or for good, the latest first' },
  ),
});

export const CarrierList = named('CarrierList', { carriers: Type.Array(Type.Ref('CarrierDetails')) });

export const NewCarrier = closed({ name, url: written, enabled: Type.Optional(enabled), ...ofHttp });

export const CarrierChange = closed(
  { name: Type.Optional(name), url: Type.Optional(written), enabled: Type.Optional(enabled), ...ofHttp },
  { minProperties: 1 },
);

export const CarrierTestBody = closed(
  {
    carrierId: Type.Optional(uuid('A carrier that there is: its address is tried, or the one given with its password')),
    url: Type.Optional(written),
    description: Type.Optional(description),
  },
  { minProperties: 1 },
);

export const CarrierTrial = named('CarrierTrial', {
  ok: Type.Boolean({ description: 'It could be used as it is' }),
  milliseconds: Type.Integer({ description: 'From the beginning to the goodbye' }),
  steps: Type.Array(
    Type.Object({
      step: Type.Enum(['resolve', 'connect', 'tls', 'bind', 'enquire']),
      ok: Type.Boolean(),
      text: Type.String({ description: 'What was found, in a sentence' }),
    }),
    { description: 'Up to the first that failed; of mode=pair, those of the transmitter and then of the receiver' },
  ),
  advice: Type.Optional(Type.String({ description: 'What to do about the step that failed' })),
});

const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);
const country = orNull(
  Type.String({ pattern: patterns.country, description: 'null: every country', examples: ['SI'] }),
);
const prefix = orNull(
  Type.String({ pattern: patterns.phonePrefix, description: 'null: every number', examples: ['+38640'] }),
);
const priority = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The lowest that works is used' });
const weight = Type.Integer({ minimum: 1, maximum: 10_000, description: 'Share among equals' });
const senders = Type.Array(Type.String({ maxLength: 30, pattern: patterns.text }), {
  maxItems: 1_000,
  description: 'Shown in place of the sender; several are a pool, of which every recipient always sees the same one',
});
const rewrites = Type.Enum([...rewriting], {
  description: 'Which senders are replaced: all, or names and not numbers',
});

export const RouteDetails = named('RouteDetails', {
  routeId: uuid(),
  carrierId: uuid(),
  country,
  prefix,
  priority,
  weight,
  senders,
  rewrites,
});

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
    description: 'E.164, with the + written as %2B',
    examples: ['+38640123456'],
  }),
});

const explained = {
  outcome: Type.Enum(['carrier', 'nowhere', 'waits'], {
    description:
      'nowhere: it would be rejected and its price given back; waits: until a carrier is connected, or goes on',
  }),
  carrierId: Type.Optional(uuid('The carrier it would go over, or wait for')),
  carrier: Type.Optional(Type.String({ description: 'Its name' })),
  text: Type.String({ description: 'The same in a sentence' }),
  candidates: Type.Array(
    Type.Object({
      ...RouteDetails.properties,
      carrier: Type.String({ description: 'Its name' }),
      fits: Type.Boolean({ description: 'It takes the number' }),
      up: Type.Boolean({ description: 'Its carrier is switched on and connected' }),
      chosen: Type.Boolean(),
      text: Type.String({ description: 'Why it was chosen, or why not' }),
      unitCost: Type.Optional(Type.String({ description: 'Per segment, if it is known' })),
      currency: Type.Optional(Type.String({ description: 'Of the cost' })),
      deliveredPercent: Type.Optional(
        Type.Integer({ description: 'Of what ended, if a policy asks for it and there was enough to judge by' }),
      ),
      sender: Type.Optional(Type.String({ description: 'What would be shown as the sender; of a pool, one of it' })),
    }),
    { description: 'Every route, in the order in which they would be tried; 500 at most' },
  ),
};
export const RouteExplanation = named('RouteExplanation', {
  destination: Type.String(),
  country: Type.String({ description: 'Of the number' }),
  ...explained,
});

export const carrierSchemas = [CarrierDetails, CarrierList, RouteDetails, RouteList, RouteExplanation, CarrierTrial];
