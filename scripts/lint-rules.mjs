// Rules of lint that are Cairn's own; .oxlintrc.json switches them on.

const MESSAGE = 'Write the pattern as an expression: /…/.source.';

/** A pattern in a schema that is written as a string is one that the rules over regular expressions do not see. */
const patternAsExpression = {
  create: (context) => ({
    'Property[key.name="pattern"] > :matches(Literal, TemplateLiteral)': (node) =>
      context.report({ node, message: MESSAGE }),
  }),
};

export default {
  meta: { name: 'cairn' },
  rules: { 'pattern-as-expression': patternAsExpression },
};
