import { firstSteps } from './first-steps.js';

describe('the first steps', () => {
  it('are the lines of the README by their comments', () => {
    const readme =
      '# A\n```bash\nno\n```\n## The first five minutes\n\n```bash\nA=1\n\n# do it\ncurl x \\\n  -d y\n```\n```bash\nno\n```\n';
    expect(firstSteps(readme)).toEqual([
      { title: '', lines: ['A=1'] },
      { title: 'do it', lines: ['curl x \\', '  -d y'] },
    ]);
    expect(() => firstSteps('# Another\n')).toThrow('The README has no lines');
  });
});
