import { type Application, type ApplicationEvent, applicationStreamEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** What an application says. */
export type ApplicationContent = Omit<Application, 'id' | 'created_at' | 'updated_at'>;

/** An application as its stream tells it. */
export interface KnownApplication {
  readonly status: 'live' | 'deleted';
  readonly id: string;
  readonly content: ApplicationContent;
}

export type ApplicationState = { readonly status: 'none' } | KnownApplication;

const evolve = (state: ApplicationState, event: ApplicationEvent): ApplicationState => {
  if (event.type === 'ApplicationCreated') {
    const { id, ...content } = event.data;
    return { status: 'live', id, content };
  }
  return state.status === 'none' ? state : changed(state, event);
};

const changed = (
  state: KnownApplication,
  event: Exclude<ApplicationEvent, { readonly type: 'ApplicationCreated' }>,
): KnownApplication => {
  switch (event.type) {
    case 'ApplicationUpdated':
      return { ...state, content: { ...state.content, ...event.data.changes } };
    case 'ApplicationDeleted':
      return { ...state, status: 'deleted' };
    case 'ApplicationRestored':
      return { ...state, status: 'live' };
  }
};

/** `application-<id>`: what a model can be of. */
export const application = aggregate<ApplicationState, ApplicationEvent>({
  category: 'application',
  events: Object.values(applicationStreamEvents),
  stateVersion: 1,
  initial: { status: 'none' },
  evolve,
});
