import { someone } from '@cairn/kernel/testkit';
import { mailed } from './sharing.js';
import { type AssetsUnderTest, outcome } from './under-test.js';
import { LOGO, withTwo } from './versions.js';

type Visit = (id: string) => Promise<void>;

/** All that can happen to one that is Ada's, one after the other. `visit` is called after each with its id. */
export const live = async (under: AssetsUnderTest, visit: Visit): Promise<string> => {
  const { acme, project, grace } = under;
  const { id, second } = await withTwo(under);
  const kim = someone();
  under.people.claimed.set('kim@example.org', kim.userId);
  await visit(id);
  const did = async (reply: ReturnType<AssetsUnderTest['remove']>): Promise<void> => {
    expect(outcome(await reply)).toBe('done');
    await visit(id);
  };
  await did(under.update(id, { ...under.unlike(), organization_id: acme, visibility: 'org' }));
  await did(under.update(id, { description: '', notes: '', public: true, history_from: 'now' }));
  await did(under.update(id, { project_id: project, history_from: null }));
  await did(under.revert(id));
  const share = await under.shared(id, { user_id: grace.userId });
  await visit(id);
  const waiting = await under.shared(id, { email: 'kim@example.org', expires_at: '2999-01-01T00:00:00Z' });
  await visit(id);
  await did(under.acceptShare(id, waiting, await mailed(under, id, waiting), kim));
  await did(under.updateShare(id, waiting, { role_slug: 'share_editor', expires_at: null }));
  await did(under.removeShare(id, share));
  await did(under.setLogo(id, LOGO));
  await did(under.removeLogo(id));
  await did(under.activate(id, second));
  await did(under.transfer(id, { organization_id: null }));
  await did(under.remove(id));
  await did(under.restore(id));
  await did(under.revert(id));
  await did(under.purge(id));
  return id;
};
