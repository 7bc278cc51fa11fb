import { AccessUnproven, Unauthenticated } from '@cairn/identity';
import * as kernel from '@cairn/kernel';
import { problemOf } from './problem-of.js';

describe('the problem of an error', () => {
  const meanings: readonly (readonly [Error, number, string])[] = [
    [new kernel.LogUnavailable(), 503, 'log_unavailable'],
    [new kernel.OutcomeUnknown(), 503, 'log_unavailable'],
    [new kernel.LargeDataUnavailable(), 503, 'service_unavailable'],
    [new kernel.DocumentsUnavailable(), 503, 'service_unavailable'],
    [new kernel.RegistersUnavailable(), 503, 'service_unavailable'],
    [new kernel.VaultUnavailable(), 503, 'service_unavailable'],
    [new kernel.JournalUnavailable(), 503, 'service_unavailable'],
    [new kernel.BlobsUnavailable(), 503, 'service_unavailable'],
    [new kernel.ServiceUnavailable(), 503, 'service_unavailable'],
    [new kernel.CalledServiceUnavailable(), 503, 'service_unavailable'],
    [new kernel.SpaceUnavailable(), 507, 'storage_full'],
    [new kernel.BlobTooLarge(), 413, 'payload_too_large'],
    [new kernel.PersonErased(), 409, 'conflict'],
    [new Unauthenticated(), 401, 'unauthenticated'],
    [new AccessUnproven(), 503, 'access_unproven'],
    [new kernel.Unsigned(), 503, 'access_unproven'],
    [new kernel.PlaceUnknown(), 400, 'invalid_parameter'],
    [new kernel.MailUnavailable(), 500, 'internal'],
    [new kernel.PublisherUnavailable(), 500, 'internal'],
    [new kernel.NotYet(), 500, 'internal'],
    [new kernel.RecordDamaged(), 500, 'internal'],
    [new kernel.StartError(), 500, 'internal'],
  ];

  it.each(meanings.map(([error, ...meaning]) => [error.name, ...meaning, error] as const))(
    '%s is %i %s',
    (_, status, code, error) => expect(problemOf(error)).toMatchObject({ status, code }),
  );

  it.each(['LogUnavailable', 'SpaceUnavailable', 'PlaceUnknown', 'XUnavailable'])(
    'is `internal` when it is only named %s',
    (name) => {
      expect(problemOf(Object.assign(new Error('no'), { name }))).toMatchObject({ code: 'internal' });
    },
  );
});
