import type { Workflow } from './workflow.js';

/** Data that the examples of the documents share. */
export const exampleWorkflow: Workflow = {
  id: '01955680-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  created_at: '2026-03-02T09:15:00.000Z',
  updated_at: '2026-03-02T09:15:00.000Z',
  name: 'Cliff watch',
  description: 'Finds birds in photographs, then says which',
  notes: '',
  user_id: '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11',
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  active_version_id: '',
};
