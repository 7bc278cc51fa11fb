import { openSync } from 'node:fs';
import { CairnError, isExplained, isTransient, OutcomeUnknown } from '../errors/cairn-error.js';
import { LargeDataUnavailable, LogUnavailable, RecordDamaged } from '../eventlog/port.js';
import { SpaceUnavailable } from '../files/free-space.js';
import { StartError } from '../process/start-error.js';
import { NotYet } from '../reactions/policy.js';
import { PersonErased } from '../vault/port.js';
import { errorOf, thrownOf } from './errors.js';
import { type Thrown, Unsigned } from '../messages/protocol.js';

const overTheWire = (error: unknown): Error => errorOf(JSON.parse(JSON.stringify(thrownOf(error))) as Thrown);

const told = (error: unknown) => [isTransient(error), isExplained(error)];

class ProviderUnavailable extends CairnError {
  override readonly name = 'ProviderUnavailable';
  override readonly transient = true;
}

const full = (): unknown => {
  try {
    return openSync('/nowhere/with/a/secret', 'r');
  } catch (error) {
    return error;
  }
};

describe('an error that goes to another process', () => {
  it.each([
    LogUnavailable,
    LargeDataUnavailable,
    OutcomeUnknown,
    SpaceUnavailable,
    RecordDamaged,
    PersonErased,
    Unsigned,
  ])('is of its class there: %p', (Kind) => {
    const error = new Kind('said');
    const there = overTheWire(error);
    expect(there).toBeInstanceOf(Kind);
    expect([there.name, there.message, ...told(there)]).toEqual([Kind.name, 'said', ...told(error)]);
  });

  it.each([
    [new ProviderUnavailable('come again'), [true, false]],
    [new NotYet('read models are behind'), [true, false]],
    [new StartError('do this'), [false, true]],
  ])('keeps both flags where its class is not known: %s', (error, flags) => {
    const there = overTheWire(error);
    expect([there.name, there.message, told(there)]).toEqual([error.name, error.message, flags]);
    expect(told(overTheWire(there))).toEqual(flags);
  });

  it.each([
    ['a bug', new TypeError('a secret'), [false, false]],
    [
      'one that only has a name',
      Object.assign(new Error('a secret'), { name: 'LogUnavailable' }),
      [false, false],
    ],
    ['one of the system, which stays transient', full(), [true, false]],
  ])('says nothing of what it was: %s', (_, error, flags) => {
    const there = overTheWire(error);
    expect([there.name, there.message]).toEqual(['Error', 'the service failed; its log says why']);
    expect(told(there)).toEqual(flags);
  });

  it('is neither when an older release tells nothing of it', () => {
    expect(told(errorOf({ thrown: 'ProviderUnavailable', message: '' }))).toEqual([false, false]);
    expect(told(errorOf({ thrown: 'LogUnavailable', message: '' }))).toEqual([true, true]);
  });
});
