import { PublishedModel } from '@cairn/contracts';
import { type Json, type Published, stateTopic } from '@cairn/kernel';
import { model } from './domain/model/state.js';
import { mayReadModelStream } from './read-models/event-data.js';

const modelStates = stateTopic({
  contract: PublishedModel,
  aggregate: model,
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
          kind: state.kind,
          config: state.config,
          application_id: state.application_id,
          auto_convert: state.auto_convert,
          privacy_enabled: state.privacy_enabled,
          active_version_id: state.active_version_id,
          version_count: state.version_count,
          logo: state.logo,
        } satisfies PublishedModel)
      : undefined,
});

/** What other teams read of models, versions, metrics and applications; a deleted model has no state. */
export const published: Published = {
  events: [{ version: 1 }],
  states: [modelStates],
  mayRead: mayReadModelStream,
};
