import { commandsOf, type Operation, operations } from '@cairn/contracts';
import { resource, sentIn } from './resource.js';

const { createLabel, createDatasetVersion, getLabel, listDatasetHistory, uploadDatasetLogo } = operations;
const its = { path: getLabel.path, commands: {}, read: async () => undefined };

describe('a resource of REST', () => {
  it('makes no handler of a write that has no command', () => {
    const label = resource({ ...its, role: 'label' });
    const none = 'The operation createLabel has no command of its name.';
    expect(() => label.create(createLabel)).toThrow(none);
    expect(() => label.update(createLabel)).toThrow(none);
    expect(() => label.remove(createLabel)).toThrow(none);
  });

  it('makes no handler of what it does not say', () => {
    const label = resource({ ...its, commands: commandsOf('datasets', { createLabel }) });
    expect(() => label.create(createLabel)).toThrow('says no role for the ids that createLabel derives');
    expect(() => label.history(listDatasetHistory)).toThrow(
      'says no history, which listDatasetHistory lists',
    );
  });

  it('is at its path, by the id that stands last in it', () => {
    const share = resource({ ...its, path: '/api/v1/datasets/{id}/share/{share_id}' });
    expect(share.at({ id: 'd', share_id: 's' })).toEqual({
      location: '/api/v1/datasets/d/share/s',
      id: 's',
    });
  });

  it.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['ü 🦆', '%C3%BC%20%F0%9F%A6%86'],
    ['a%2Fb', 'a%252Fb'],
    ['\r\nSet-Cookie: a=b', '%0D%0ASet-Cookie%3A%20a%3Db'],
    ['half \ud83e', 'half%20%EF%BF%BD'],
  ])('is at one place whatever its name holds: %j', (uid, segment) => {
    const node = resource({ ...its, path: '/graphs/{id}/nodes/{node_uid}' });
    expect(node.at({ id: 'g', node_uid: uid })).toEqual({ location: `/graphs/g/nodes/${segment}`, id: uid });
  });

  it('S2: sends a command the parameters of the path, and the body beside them where one came', () => {
    const sent = (operation: Operation, body: unknown) => sentIn({ operation, params: { id: 'd' }, body });
    expect(sent(createLabel, { id: 'other' })).toEqual({ id: 'd', body: { id: 'other' } });
    expect(sent(createDatasetVersion, undefined)).toEqual({ id: 'd' });
  });

  it('has a command for each write but those that bring a file', () => {
    const commands = commandsOf('datasets', { getLabel, createLabel, uploadDatasetLogo });
    expect(Object.keys(commands)).toEqual(['createLabel']);
    expect(commands.createLabel.name).toBe('datasets.createLabel');
  });
});
