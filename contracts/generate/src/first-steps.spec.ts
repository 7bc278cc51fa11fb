import { firstSteps } from './first-steps.js';

const README = `# A
\`\`\`bash
no
\`\`\`
## The first five minutes

\`\`\`bash
A=1

# do it
curl x \\
  -d y
\`\`\`
\`\`\`bash
no
\`\`\`
## Working with others

| to | |
|---|---|
| x | y |

Mails are \`here\`.

\`\`\`bash
# ask
curl z
\`\`\`
## Last
`;

describe('the first steps', () => {
  it('are the lines of the README by their comments, with what is said before them', () => {
    expect(firstSteps(README)).toEqual([
      {
        title: 'The first five minutes',
        text: '',
        steps: [
          { title: '', lines: ['A=1'] },
          { title: 'do it', lines: ['curl x \\', '  -d y'] },
        ],
      },
      {
        title: 'Working with others',
        text: 'Mails are `here`.',
        steps: [{ title: 'ask', lines: ['curl z'] }],
      },
    ]);
    expect(() => firstSteps('# Another\n')).toThrow(
      'The README has no lines under “## The first five minutes”',
    );
  });
});
