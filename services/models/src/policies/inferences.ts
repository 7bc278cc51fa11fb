import { inferenceStreamEvents, modelCommands, userEvents } from '@cairn/contracts';
import { causedBy, derivedId, NotYet, pagesOf, type Policy, type ServiceTools } from '@cairn/kernel';
import { INFERENCES } from '../read-models/inferences/project.js';

const REACHED_WITHIN_MS = 10_000;
const AT_ONCE = 200;

/** What a deleted inference was asked and answered is nobody's to read any more: its key goes (law 8). */
export const sealedInferences = ({ vault, documents }: ServiceTools): Policy => ({
  name: 'models.deletedInferences',
  categories: ['inference'],
  events: [inferenceStreamEvents.InferenceDeleted],
  react: async ({ id }) => {
    await vault.eraseKey(id);
    await documents.scrub();
  },
});

/** With a person go the inferences that it made: inputs and answers tell of it. */
export const erasedInferences = (tools: ServiceTools): Policy => ({
  name: 'models.erasedInferences',
  categories: ['user'],
  events: [userEvents.UserErased],
  react: async (seen) => {
    if (!(await tools.reached(seen.position, REACHED_WITHIN_MS)))
      throw new NotYet('the read models are too far behind to find the inferences of who is erased');
    const filter = { fields: { user_id: seen.id, deleted: false } };
    for await (const page of pagesOf(tools.documents, INFERENCES, filter, AT_ONCE))
      for (const { id } of page)
        await tools.execute(
          modelCommands.deleteInference,
          { id },
          { id: derivedId(seen.eventId, id), ...causedBy(seen) },
        );
  },
});
