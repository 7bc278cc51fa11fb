// Rules of lint that are Cairn's own; .oxlintrc.json switches them on.

/** A rule that reports each node a selector finds. */
const reporting = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: 'cairn' },
  rules: {
    // A pattern in a schema that is written as a string is one that the rules over regular expressions do not see.
    'pattern-as-expression': reporting(
      'Property[key.name="pattern"] > :matches(Literal, TemplateLiteral)',
      'Write the pattern as an expression: /…/.source.',
    ),
    'patient-hooks': reporting(
      'CallExpression[callee.name=/^(before|after)(All|Each)$/] > Literal[value<600000]',
      'How long a hook may take is said once, in scripts/patient-hooks.cjs.',
    ),
  },
};
