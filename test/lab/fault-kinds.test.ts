import { expect, it } from 'vitest';
import { faultKinds } from '../../lab/faults/fault-kinds.ts';
import { runKind } from '../../lab/faults/run-kind.ts';
import { everyTransport } from '../../lab/stage/transport.ts';

const smoke = faultKinds.filter(({ smoke }) => smoke === true);

// The rest, and hosts, take minutes: `npm run lab`.
it.concurrent.each(
  smoke.flatMap((kind) => kind.transports.map((transport) => ({ kind, transport, ...kind }))),
)('$name over $transport: $mustHold', { timeout: 95_000 }, async ({ kind, transport }) => {
  expect(await runKind(kind, transport)).not.toHaveProperty('broken');
});

it('the lab has every kind of fault once, and over each transport that it says', () => {
  const names = faultKinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(smoke.length).toBeGreaterThanOrEqual(20);
  for (const { transports } of faultKinds)
    expect(everyTransport.filter((each) => transports.includes(each))).toEqual(transports);
});
