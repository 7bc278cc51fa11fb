import { openSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import * as kernel from '../index.js';
import { ConfigurationError } from '../config/index.js';
import { VaultOfAnotherRelease } from '../vault/form.js';
import { WrongVaultSecret } from '../vault/wrapping.js';
import { CairnError, isExplained, isTransient, Unavailable } from './cairn-error.js';

const thrownBy = (fails: () => unknown): unknown => {
  try {
    return fails();
  } catch (error) {
    return error;
  }
};

const told = (error: unknown) => ({ transient: isTransient(error), explained: isExplained(error) });

const BOTH = { transient: true, explained: true };
const TRANSIENT = { transient: true, explained: false };
const EXPLAINED = { transient: false, explained: true };
const NEITHER = { transient: false, explained: false };

const kinds = [
  [new kernel.BlobsUnavailable('said'), BOTH],
  [new kernel.CalledServiceUnavailable('said'), BOTH],
  [new kernel.DocumentsUnavailable('said'), BOTH],
  [new kernel.JournalUnavailable('said'), BOTH],
  [new kernel.LargeDataUnavailable('said'), BOTH],
  [new kernel.LogRefused('said'), BOTH],
  [new kernel.LogUnavailable('said'), BOTH],
  [new kernel.MailUnavailable('said'), BOTH],
  [new kernel.PublisherUnavailable('said'), BOTH],
  [new kernel.ReadersBusy('said'), BOTH],
  [new kernel.RegistersUnavailable('said'), BOTH],
  [new kernel.ServiceUnavailable('said'), BOTH],
  [new kernel.SpaceUnavailable('said'), BOTH],
  [new kernel.VaultUnavailable('said'), BOTH],
  [new kernel.NotYet('said'), TRANSIENT],
  [new kernel.OutcomeUnknown('said'), TRANSIENT],
  [new ConfigurationError('said'), EXPLAINED],
  [new kernel.StartError('said'), EXPLAINED],
  [new VaultOfAnotherRelease('said'), EXPLAINED],
  [new WrongVaultSecret('said'), EXPLAINED],
  [new kernel.PublisherRefused('said'), EXPLAINED],
  [new kernel.UnknownEvent({ stream: 'counter-a', revision: 0n, type: 'x' }), EXPLAINED],
] as const;

describe('an error', () => {
  it.each(kinds.map(([error, flags]) => [error.constructor.name, error, flags] as const))(
    '%s says whether it is transient and explained, and its name as it was',
    (name, error, flags) => {
      expect(told(error)).toEqual(flags);
      expect(error.name).toBe(name);
    },
  );

  it('of the kernel stands in this table when it says either', () => {
    const classes = Object.values<unknown>(kernel).filter(
      (one) => typeof one === 'function' && one.prototype instanceof CairnError && one !== Unavailable,
    );
    const known = new Set<unknown>(kinds.map(([error]) => error.constructor));
    expect(classes.length).toBeGreaterThan(10);
    expect(classes.filter((one) => !known.has(one))).toEqual([]);
  });

  it.each([
    ['an error of another class', Object.assign(new Error('no'), { name: 'XUnavailable' })],
    ['what is no error', { name: 'XUnavailable', message: 'no', transient: true, explained: true }],
    [
      'a class without the flags',
      new (class XUnavailable extends CairnError {
        override readonly name = 'XUnavailable';
      })('no'),
    ],
  ])('is neither by its name: %s', (_, error) => expect(told(error)).toEqual(NEITHER));

  it('of the system is transient', () => {
    const error = thrownBy(() => openSync('/nowhere/at/all', 'r'));
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(told(error)).toEqual(TRANSIENT);
  });

  it('is not transient when packed data are damaged, though it has an `errno`', () => {
    const error = thrownBy(() => inflateSync(Buffer.from('no zlib')));
    expect(error).toMatchObject({ errno: expect.any(Number), code: 'Z_DATA_ERROR' });
    expect(told(error)).toEqual(NEITHER);
  });
});
