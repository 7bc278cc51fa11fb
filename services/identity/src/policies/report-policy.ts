import { type EventOf, identityCommands, InferenceRecorded, InferenceUpdated } from '@cairn/contracts';
import { causedBy, derivedId, type Policy, type ServiceTools } from '@cairn/kernel';

type Tools = Pick<ServiceTools, 'execute' | 'log'>;

/** What somebody found wrong of what a model answered is for who runs this Cairn to see (SPEC-26). */
export const reportPolicy = ({ execute, log }: Tools): Policy => ({
  name: 'identity.reports',
  categories: ['inference'],
  events: [InferenceUpdated],
  react: async (seen) => {
    const { changes } = (seen.event as EventOf<typeof InferenceUpdated>).data;
    if (changes.error_reported !== true) return;
    const reported = {
      id: derivedId('error', 'inference_reported', seen.id),
      origin: 'report',
      name: 'inference_reported',
      description: 'Somebody reported what a model answered.',
      entity: 'inference',
      entity_id: seen.id,
      user_id: await ownerOf(log, seen.stream),
      request_id: seen.correlation,
      first_at: seen.at,
      at: seen.at,
      count: 1,
    } as const;
    await execute(identityCommands.recordError, reported, {
      id: derivedId('error reported', seen.eventId),
      ...causedBy(seen),
    });
  },
});

/** Who asked the model: nobody else may report it. */
const ownerOf = async (log: Tools['log'], stream: string): Promise<string> => {
  const [first] = await log.read(stream, { limit: 1 });
  return first?.type === InferenceRecorded.storedType
    ? String((first.data as { readonly user_id?: unknown }).user_id)
    : '';
};
