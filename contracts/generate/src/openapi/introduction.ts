/** What stands at the beginning of the documents, in Markdown: how to come to a first answer. */
export const introduction = `Datasets, models, workflows and graphs for many teams, and how each of them came to be.

**To try it out here**

1. *Account*, \`POST /api/v1/register\`: press *Try it out*, give a user name, an e-mail address and a password of 12 characters or more, *Execute*.
2. *Account*, \`POST /api/v1/login\`: the same with user name and password. The answer has an \`apikey\`: copy its value.
3. Press *Authorize* above the operations, paste it, *Authorize*, *Close*. This browser keeps it until *Logout*.

Every *Try it out* is signed in from then on. In programs, send it as \`Authorization: Bearer <apikey>\`; it ends after a day, and \`POST /api/v1/me/apikeys\` makes a key that stays. With curl, step by step: [the first steps](/docs/first-steps).

**To work with others**

Give a colleague access (\`POST …/share\`), work as a company (*Organizations*, *Teams*, *Projects*), make a key for a robot (*API keys*), see who can see something and why (\`GET …/access\`): [step by step, with curl](/docs/first-steps#working-with-others).

**In general**

- Lists are bare arrays, paged by \`Link\`.
- Refusals are \`application/problem+json\`, but for \`register\`; their codes are in the [catalogue of errors](/docs/errors).
- A GET after a write that was answered 200, 201 or 204 sees that write.`;

/**
 * The areas in the order of the specification; those that it has not, beside what they belong to. Others come last.
 * Source: contracts/specification-operations.json.
 */
const AREAS = [
  'API keys',
  'Account',
  'Secrets',
  'Datasets',
  'Dataset versions',
  'Dataset splits and label statistics',
  'Dataset labels',
  'Dataset items',
  'Annotations',
  'Post-processors',
  'Models and model versions',
  'Inferences',
  'Open inference protocol',
  'Workflows',
  'Workflow execution',
  'Graphs',
  'Organizations',
  'Teams',
  'Roles and permissions',
  'Administration',
  'Jobs',
  'Events',
  'Platform',
];

/** Tags in the order in which the documents show them. */
export const inOrderOfAreas = (tags: readonly string[]): readonly string[] => {
  const place = (tag: string): number => (AREAS.includes(tag) ? AREAS.indexOf(tag) : AREAS.length);
  return tags.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
};
