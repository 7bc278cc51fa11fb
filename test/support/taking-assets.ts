import type { Visibility } from '@cairn/contracts';
import {
  askEach,
  change,
  inFirmAs,
  joinsFirm,
  joinsProject,
  leavesFirm,
  lessened,
  lost,
  make,
  past,
  placed,
  sharedAlone,
  soon,
  type Take,
  transfer,
  untilThen,
  type Way,
} from './granting.js';

/** What somebody owns in the firm. */
const owned =
  (take: Take): Way =>
  async (scene) => {
    await joinsFirm(scene, scene.taker);
    const given = await make(scene.taker, { organization_id: scene.firm });
    return lost(given, () => take(scene));
  };
const shownAs =
  (from: Visibility, to: Visibility): Way =>
  async (scene) => {
    const given = await placed(scene, from);
    if (from !== 'public') await joinsProject(scene);
    const could = from === 'public' ? 'read' : 'write';
    return lost(given, () => change(scene.giver, given, { visibility: to }), could);
  };
const sharedUntil =
  (written: (end: string) => string): Way =>
  async (scene) => {
    const { given, each } = await sharedAlone(scene);
    return lost(given, async () => {
      const end = soon();
      await each(scene.giver, ({ updateShare }) => updateShare, { expires_at: written(end) });
      await past(end);
    });
  };
const inAnotherZone = (end: string): string =>
  new Date(Date.parse(end) + 14 * 3_600_000).toISOString().replace('Z', '+14:00');

const ofShares: Readonly<Record<string, Way>> = {
  'a share is taken back': async (scene) => {
    const { given, each } = await sharedAlone(scene);
    return lost(given, () => each(scene.giver, ({ removeShare }) => removeShare));
  },
  'a share is left': async (scene) => {
    const { given, each } = await sharedAlone(scene);
    return lost(given, () => each(scene.taker, ({ removeShare }) => removeShare));
  },
  'a share is over': sharedUntil((end) => end),
  'a share is over that was given in another time zone': sharedUntil(inAnotherZone),
  'who edited by a share becomes a viewer': async (scene) => {
    const { given, each } = await sharedAlone(scene);
    const body = { role_slug: 'share_viewer' };
    return lessened(given, () => each(scene.giver, ({ updateShare }) => updateShare, body));
  },
};

const ofAssets: Readonly<Record<string, Way>> = {
  'what was public is an organization’s': shownAs('public', 'org'),
  'what was an organization’s is private': shownAs('org', 'private'),
  'what was a project’s is private': shownAs('project', 'private'),
  'what became public is private again by a revert': async (scene) => {
    const given = await make(scene.giver, {});
    const told = await change(scene.giver, given, { visibility: 'public' });
    const back = () =>
      given.map((one, index) => {
        const revision = Number(told[index]?.get('x-revision'));
        return askEach(scene.giver, [one], ({ revert }) => revert, { revision });
      });
    return lost(given, () => Promise.all(back()), 'read');
  },
  'it is moved out of the project': async (scene) => {
    await joinsProject(scene);
    const given = await placed(scene, 'project');
    return lost(given, () => change(scene.giver, given, { project_id: '', visibility: 'private' }));
  },
  'it is moved to another project': async (scene) => {
    const { giver, firm } = scene;
    await joinsProject(scene);
    const given = await placed(scene, 'project');
    const body = { name: 'Other', slug: 'other', organization_id: firm };
    const { body: other } = await giver.client.call('createProject', { body });
    return lost(given, () => transfer(giver, given, { project_id: other.id }));
  },
  'it is moved into the workspace of its owner': async (scene) => {
    await joinsProject(scene);
    const given = await placed(scene, 'org');
    return lost(given, () => transfer(scene.giver, given, { organization_id: null, project_id: null }));
  },
  'it is given to somebody else': async ({ giver, taker }) => {
    const given = await make(taker, {});
    return lost(given, () => transfer(taker, given, { user_id: giver.id }));
  },
  'it is given to somebody else by an administrator': async (scene) => {
    const { giver, taker, firm } = scene;
    await joinsFirm(scene, taker);
    const given = await make(taker, { organization_id: firm, visibility: 'org' });
    return lessened(given, () => transfer(giver, given, { user_id: giver.id }));
  },
  'it is deleted': async (scene) => {
    const { given } = await sharedAlone(scene);
    const take = () => askEach(scene.giver, given, ({ remove }) => remove);
    return { ...lost(given, take), left: 'past' };
  },
};

const ofOwners: Readonly<Record<string, Way>> = {
  'an owner leaves the organization': owned((scene) => leavesFirm(scene, scene.taker)),
  'an owner is removed from the organization': owned((scene) => leavesFirm(scene, scene.taker, scene.giver)),
  'the membership of an owner ends by itself': owned(
    untilThen((scene, body) => inFirmAs(scene, scene.taker, body)),
  ),
  'the organization of an owner is disabled': owned(({ administrator, firm }) =>
    administrator.client.call('updateOrganization', { params: { id: firm }, body: { disabled: true } }),
  ),
  'the organization that an owner has left is restored': async (scene) => {
    const { giver, taker, firm } = scene;
    await joinsFirm(scene, taker);
    const given = await make(taker, { organization_id: firm });
    await leavesFirm(scene, taker);
    await giver.client.call('deleteOrganization', { params: { id: firm } });
    return lost(given, () => giver.client.call('restoreOrganization', { params: { id: firm } }));
  },
  'an owner comes back whose private assets were administered meanwhile': async (scene) => {
    const owner = await scene.newcomer();
    await joinsFirm(scene, owner);
    await joinsFirm(scene, scene.taker, { role_slug: 'org_admin' });
    const given = await make(owner, { organization_id: scene.firm });
    await leavesFirm(scene, owner);
    return lost(given, () => joinsFirm(scene, owner));
  },
  'the account of an owner is enabled again': async (scene) => {
    const owner = await scene.newcomer();
    const { administrator, taker, firm } = scene;
    await joinsFirm(scene, owner);
    await joinsFirm(scene, taker, { role_slug: 'org_admin' });
    const given = await make(owner, { organization_id: firm });
    const params = { user_id: owner.id };
    await administrator.client.call('updateUser', { params, body: { disabled: true } });
    return lost(given, () => administrator.client.call('updateUser', { params, body: { disabled: false } }));
  },
};

/** Every way in which a right to an asset goes by what becomes of the asset, of its shares or of its owner. */
export const waysOfAssets: Readonly<Record<string, Way>> = { ...ofShares, ...ofAssets, ...ofOwners };
