import { type Loads, loadsOn } from '../load/soak/loads.js';
import { type Overload, overloaded, peakOf } from '../load/soak/overload.js';
import { metricOf } from '../support/metrics.js';
import { oneMachine, type RunningCairn } from '../support/topology.js';

jest.setTimeout(180_000);

/** `npm run test:soak` is the whole of it. It wants the machine for itself: `npm test` runs it alone. */
describe('R13: five times as much as it can do', () => {
  let cairn: RunningCairn;
  let load: Loads;
  let overload: Overload;
  beforeAll(async () => {
    cairn = await oneMachine.start();
    load = await loadsOn(cairn, 50);
    overload = await overloaded(load, await peakOf(load, 4), { during: 10, after: 8 });
  });
  afterAll(() => cairn.remove());

  it('leaves it doing most of what it can', () => {
    expect(overload.share).toBeGreaterThan(0.4);
  });

  it('is refused with 503 otherwise, and with nothing else', () => {
    const { refused, good, others } = overload.during;
    expect(refused).toBeGreaterThan(good);
    expect(
      Object.keys(others).filter((answer) => !['200', '201', '202', 'given up'].includes(answer)),
    ).toEqual([]);
  });

  it('is over in five seconds', () => {
    expect(overload.recoveredAfterSeconds).toBeLessThanOrEqual(5);
  });

  it('is told by the metrics', async () => {
    const refused = await metricOf(cairn, 'cairn_requests_refused_total\\{kind="requests"\\}');
    expect(refused).toBeGreaterThanOrEqual(overload.during.refused);
    expect(await metricOf(cairn, 'cairn_requests_in_flight\\{kind="transfers"\\}')).toBe(0);
  });
});
