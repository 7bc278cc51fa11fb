import { brokenPromises, isSeen, promises, releaseOf, sharedNames, spoiledSet, valueSets } from '@cairn/helm';
import { renderingOf } from './testing/rendering.js';

const sets = valueSets();
const releaseNamed = async (name: string) => {
  const set = sets.find((each) => each.name === name)!;
  return releaseOf(set, await renderingOf(set));
};

describe('the chart, rendered with every set of values', () => {
  it.each(sets)('keeps each promise: $name', async ({ name }) => {
    expect(brokenPromises(await releaseNamed(name))).toEqual([]);
  });

  it.each(promises)('would be seen to break: $promise', async (item) => {
    for (const change of item.spoiled)
      expect([change, isSeen(item, await releaseNamed(spoiledSet(change)), change)]).toEqual([change, true]);
  });

  it('has names apart where two releases share a namespace', async () => {
    const [blue, green] = [await releaseNamed('two-releases-blue'), await releaseNamed('two-releases-green')];
    expect(sharedNames(blue, green)).toEqual([]);
    expect(sharedNames(blue, blue).length).toBeGreaterThan(10);
  });

  it('asks for what a cluster has beside Kubernetes where its values say so', async () => {
    const kindsOf = async (name: string) => (await releaseNamed(name)).objects.map(({ kind }) => kind);
    expect(await kindsOf('keda')).toContain('ScaledObject');
    expect(await kindsOf('gateway-api')).toContain('HTTPRoute');
    expect(await kindsOf('cloud')).not.toContain('Pod');
  });
});
