import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@cairn/client';
import { administrator } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { answersAbout, caughtUp } from './answers-of.js';
import { Driver } from './kills/driving.js';
import { makeScene } from './kills/scene.js';

const KILLS = 3;

jest.setTimeout(120_000);

describe.each(topologies)('R5: read models are what the log says ($name)', (topology) => {
  let cairn: RunningCairn;
  let scene: Awaited<ReturnType<typeof makeScene>>;
  let admin: Client;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-ledger-'));
    const driver = await Driver.start();
    cairn = await topology.start();
    scene = await makeScene(cairn);
    ({ client: admin } = await administrator(cairn));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { gone } = await driver.write({
        gateways: cairn.gateways,
        ledger: join(folder, 'ledger'),
        scene,
      });
      await cairn.end('SIGKILL');
      await gone;
      await cairn.again();
    }
    await driver.end();
    rmSync(folder, { recursive: true });
    await caughtUp(admin);
  });
  afterAll(() => cairn.remove());

  it('answers the same after they were deleted and built again', async () => {
    const before = await answersAbout(scene.person.client, scene);
    await cairn.end('SIGTERM');
    await cairn.inside.dropReadModels();
    await cairn.again();
    await caughtUp(admin);
    expect(await answersAbout(scene.person.client, scene)).toEqual(before);
  });

  it('answers the same while each is rebuilt, and after', async () => {
    const before = await answersAbout(scene.person.client, scene);
    const { body: projections } = await admin.call('listProjections');
    expect(projections.length).toBeGreaterThan(3);
    for (const { name } of projections) {
      const rebuilding = admin.try('rebuildProjection', { params: { name } });
      expect(await answersAbout(scene.person.client, scene)).toEqual(before);
      expect([200, 202]).toContain((await rebuilding).status);
      await caughtUp(admin);
      expect(await answersAbout(scene.person.client, scene)).toEqual(before);
    }
  });
});
