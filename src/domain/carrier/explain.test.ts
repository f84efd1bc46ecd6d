import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain, explainNumber, type NamedRoute } from './explain.ts';
import { pick, routeTable, type Standing } from './route.ts';

const target = { id: 'a', destination: '+38640123456', country: 'SI' };
const ids = ['a', 'b', 'c', 'd'];
const route = (id: string, carrierId: string, rest: Partial<NamedRoute> = {}): NamedRoute => ({
  id,
  carrierId,
  country: undefined,
  prefix: undefined,
  priority: 100,
  weight: 1,
  ...rest,
});
const carriers = (disabled: string[] = []) =>
  ids.map((id) => ({ id, name: id.toUpperCase(), enabled: !disabled.includes(id) }));
const situation = (routes: NamedRoute[], standings: Record<string, Standing> = {}, disabled: string[] = []) => ({
  routes,
  carriers: carriers(disabled),
  standingOf: (id: string): Standing => standings[id] ?? 'up',
});
const texts = (routes: NamedRoute[], standings: Record<string, Standing> = {}, disabled: string[] = []) =>
  Object.fromEntries(
    explain(situation(routes, standings, disabled), target).candidates.map(({ route: { id }, text }) => [id, text]),
  );

test('what is chosen is what the rules pick, and the others are all there', () => {
  const any = fc.record({
    carrierId: fc.constantFrom(...ids),
    country: fc.constantFrom(undefined, 'SI', 'AT'),
    prefix: fc.constantFrom(undefined, '+386', '+38640', '+43'),
    priority: fc.integer({ min: 0, max: 2 }),
    weight: fc.integer({ min: 1, max: 5 }),
  });
  const standing = fc.constantFrom<Standing>('up', 'throttled', 'down');
  const standings = fc.record({ a: standing, b: standing, c: standing, d: standing });
  fc.assert(
    fc.property(fc.array(any), standings, fc.subarray(ids), fc.uuid(), (fields, known, disabled, id) => {
      const routes = fields.map((each, index) => ({ ...each, id: `r${index}` }));
      const told = explain(situation(routes, known, disabled), { ...target, id });
      const usable = routes.filter(({ carrierId }) => !disabled.includes(carrierId));
      const picked = pick(routeTable(usable)({ ...target, id }), 0, (carrier) => known[carrier as 'a']);
      expect(told.carrierId).toBe(picked?.carrierId);
      expect(told.candidates.filter(({ chosen }) => chosen).map((each) => each.route)).toEqual(picked ? [picked] : []);
      expect(told.outcome).toBe(
        picked === undefined ? 'nowhere' : known[picked.carrierId as 'a'] === 'down' ? 'waits' : 'carrier',
      );
      expect(new Set(told.candidates.map((each) => each.route))).toEqual(new Set(routes));
      expect(told.candidates.every(({ text }) => text.length > 0)).toBe(true);
    }),
  );
});

test('every reason has its sentence', () => {
  expect(
    texts(
      [
        route('best', 'a', { priority: 1 }),
        route('spare', 'b', { priority: 2 }),
        route('foreign', 'b', { country: 'AT' }),
        route('narrow', 'b', { prefix: '+38641' }),
        route('off', 'd'),
      ],
      {},
      ['d'],
    ),
  ).toEqual({
    best: 'Best route: priority 1.',
    spare: 'Fallback: priority 2 comes after 1.',
    foreign: 'The route is for AT, the number is in SI.',
    narrow: 'The route is for numbers that start with +38641.',
    off: 'The carrier is disabled.',
  });
  const two = [route('best', 'a', { priority: 1 }), route('spare', 'b', { priority: 2 })];
  expect(texts(two, { a: 'down' })).toEqual({
    best: 'The carrier is not connected.',
    spare: 'Best route with a connected carrier: priority 2.',
  });
  expect(texts(two, { a: 'throttled' })['best']).toBe('The carrier is throttled.');
  expect(texts(two, { a: 'down', b: 'throttled' })['spare']).toContain(
    'The carrier is throttled, but no other one is connected.',
  );
  expect(texts(two, { a: 'down', b: 'down' })['best']).toContain('waits for the best route');
});

test('the whole is said in one sentence', () => {
  const one = [route('only', 'a')];
  const said = (...given: Parameters<typeof situation>) => explain(situation(...given), target).text;
  expect(said(one)).toBe('The message is sent through A.');
  expect(said(one, { a: 'down' })).toContain('The message waits for A');
  expect(said(one, {}, ['a'])).toContain('disabled carriers');
  expect(said([])).toContain('No route matches this number');
  expect(explain({ routes: [], carriers: [], standingOf: () => 'up' }, target)).toMatchObject({ outcome: 'waits' });
});

test('among equals the most frequent one is reported, with the share of each', () => {
  const routes = [route('light', 'a'), route('heavy', 'b', { weight: 3 })];
  const told = explainNumber(situation(routes), target.destination, 'SI');
  expect(told.carrier).toBe('B');
  expect(told.candidates.map(({ text }) => text).toSorted()).toEqual([
    'Alternates with the selected route. By weight, it gets 25 % of the messages.',
    'Best route: priority 100. By weight, it gets 75 % of the messages.',
  ]);
  const alone = explainNumber(situation(routes, { a: 'down' }), target.destination, 'SI');
  expect(alone.candidates.find(({ chosen }) => chosen)?.text).toBe('Best route: priority 100.');
});

test('a policy among equals is named, with what it looks at and what would be shown', () => {
  const cost = (carrierId: string, unitCost: string) => ({ carrierId, country: 'SI', unitCost, currency: 'EUR' });
  const figures = {
    policies: [{ country: undefined, policy: 'least cost' as const, windowHours: 24 }],
    costs: [cost('a', '0.01'), cost('b', '0.004'), cost('c', '0.004')],
    rates: [{ carrierId: 'b', country: 'SI', percent: 97, messages: 1_000 }],
  };
  const routes = [route('r1', 'a', { senders: ['Info'] }), route('r2', 'b'), route('r3', 'c'), route('r4', 'd')];
  const { candidates } = explain({ ...situation(routes), figures }, target);
  const by = Object.fromEntries(candidates.map(({ route: { id }, ...rest }) => [id, rest]));
  expect([by['r2']!.chosen, by['r3']!.chosen].filter(Boolean)).toHaveLength(1);
  const [taken, turn] = by['r2']!.chosen ? [by['r2']!, by['r3']!] : [by['r3']!, by['r2']!];
  expect(taken.text).toBe(
    'Best route: priority 100. Its carrier has the lowest cost. By weight, it gets 50 % of the messages.',
  );
  expect(turn.text).toBe('Alternates with the selected route. By weight, it gets 50 % of the messages.');
  expect(by['r1']).toMatchObject({ unitCost: '0.01', currency: 'EUR', sender: 'Info' });
  expect(by['r1']!.text).toBe('Fallback: same priority, higher cost.');
  expect(by['r4']).toMatchObject({ unitCost: undefined, sender: undefined });
  expect(by['r2']!.deliveredPercent).toBe(97);
});
