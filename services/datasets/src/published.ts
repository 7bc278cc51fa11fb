import { PublishedDataset } from '@cairn/contracts';
import { type Json, type Published, stateTopic } from '@cairn/kernel';
import { dataset } from './domain/dataset/state.js';
import { mayReadStream } from './read-models/event-data.js';

const datasetStates = stateTopic({
  contract: PublishedDataset,
  aggregate: dataset,
  publicState: (state, { id, createdAt, updatedAt }): Json | undefined =>
    state.status === 'live'
      ? ({
          id,
          created_at: createdAt,
          updated_at: updatedAt,
          user_id: state.user_id,
          name: state.name,
          description: state.description,
          notes: state.notes,
          visibility: state.visibility,
          organization_id: state.organization_id,
          project_id: state.project_id,
          multi_label: state.multi_label,
          content_type: state.content_type,
          active_version_id: state.active_version_id,
          logo: state.logo,
        } satisfies PublishedDataset)
      : undefined,
});

/** What other teams read of datasets, versions, items and jobs; a deleted dataset has no state. */
export const published: Published = {
  events: [{ version: 1 }],
  states: [datasetStates],
  mayRead: mayReadStream,
};
