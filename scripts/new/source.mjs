// Puts lines into the lists of a TypeScript source, where they belong. Where that is, the compiler tells.
import ts from 'typescript';
import { Refused } from './refused.mjs';

/** What stands behind `as const`, `satisfies …`, brackets and the arrow of a function. */
const unwrapped = (node) => {
  if (node === undefined) return undefined;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return unwrapped(node.expression);
  if (ts.isParenthesizedExpression(node)) return unwrapped(node.expression);
  return ts.isArrowFunction(node) ? unwrapped(node.body) : node;
};

/** The first node that fits, from the top of the source down. */
const first = (tree, fits) => {
  const within = (node) => (fits(node) ? node : ts.forEachChild(node, within));
  return within(tree);
};

const isNamed = (node, name) => node.name !== undefined && node.name.text === name;

/** The first call of a function. */
export const callOf = (callee) => (tree) =>
  first(tree, (node) => ts.isCallExpression(node) && node.expression.text === callee);

/** The first thing that a call gets and that is no text: the object of `area('models', { … })`. */
export const argument = (callee) => (tree) =>
  unwrapped(callOf(callee)(tree)?.arguments.find((each) => !ts.isStringLiteral(each)));

/** What a constant is; the name may be a pattern. */
export const constant = (name) => (tree) => {
  const fits = (text) => (typeof name === 'string' ? text === name : name.test(text ?? ''));
  const found = first(tree, (node) => ts.isVariableDeclaration(node) && fits(node.name.text));
  return unwrapped(found?.initializer);
};

/** What a type is called, as `A & B`. */
export const typeCalled = (name) => (tree) =>
  first(tree, (node) => ts.isTypeAliasDeclaration(node) && isNamed(node, name))?.type;

/** A property of an object. */
export const property = (where, name) => (tree) => propertyOf(where(tree), name);

const propertyOf = (object, name) =>
  unwrapped(object?.properties?.find((each) => isNamed(each, name))?.initializer);

/** The order in which imports and exports stand: packages, then `../`, then `./`. */
const rankOf = (from) => (from.startsWith('./') ? 2 : Number(from.startsWith('../')));
const isBefore = (one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other, 'en');

/** The list of a node into which something can be put, and what stands between its elements. */
const elementsOf = (node) => {
  if (node === undefined) return undefined;
  if (ts.isArrayLiteralExpression(node)) return { all: node.elements, between: ', ' };
  if (ts.isObjectLiteralExpression(node)) return { all: node.properties, between: ', ' };
  if (ts.isCallExpression(node)) return { all: node.arguments, between: ', ' };
  return ts.isIntersectionTypeNode(node) ? { all: node.types, between: ' & ' } : undefined;
};

/** A source as it is to be: each method puts something in, once, and answers the source. */
export class Source {
  constructor(path, text) {
    this.path = path;
    this.text = text;
  }

  /** `import { name } from 'from';`; `name` may be `* as name`. */
  importing(name, from) {
    const imports = this.#statements().filter(ts.isImportDeclaration);
    const same = imports.find(
      (each) => each.moduleSpecifier.text === from && each.importClause?.namedBindings?.elements,
    );
    if (name.startsWith('*') || same === undefined)
      return this.#stating(imports, name.startsWith('*') ? `import ${name}` : `import { ${name} }`, from);
    const { elements } = same.importClause.namedBindings;
    if (elements.some((each) => isNamed(each, name))) return this;
    const next = elements.find((each) => each.name.text.toLowerCase() > name.toLowerCase());
    if (next !== undefined) return this.#insert(next.getStart(), `${name}, `);
    return this.#insert(elements.at(-1).getEnd(), `, ${name}`);
  }

  /** `export * from 'from';`, or of one name alone. An empty module is none any more. */
  exporting(from, name) {
    const statements = this.#statements();
    const nothing = statements.find((each) => ts.isExportDeclaration(each) && this.#exportsNothing(each));
    if (nothing !== undefined) this.text = this.text.slice(0, nothing.pos) + this.text.slice(nothing.end);
    const exports = this.#statements().filter((each) => ts.isExportDeclaration(each) && each.moduleSpecifier);
    return this.#stating(exports, `export ${name === undefined ? '*' : `{ ${name} }`}`, from);
  }

  /** One more element of an array or an intersection, member of an object, argument of a call. */
  adding(where, text) {
    const node = where(this.#tree());
    const list = elementsOf(node);
    if (list === undefined) throw new Refused(`${this.path} has not the list that ${text} belongs into.`);
    const { all, between } = list;
    if (all.length > 0) return this.#insert(all.at(-1).getEnd(), `${between}${text}`);
    return this.#insert(ts.isCallExpression(node) ? all.pos : node.getStart() + 1, text);
  }

  /** One more element of the array, or member of the object, that a member of an object is; without such a member it is made. */
  addingWithin(where, name, text, empty = '[]') {
    if (property(where, name)(this.#tree()) === undefined) this.adding(where, `${name}: ${empty}`);
    return this.adding(property(where, name), text);
  }

  /** Whether something stands at a place. */
  has(where) {
    return where(this.#tree()) !== undefined;
  }

  /** What is written at a place; `undefined` where nothing is. */
  at(where) {
    return where(this.#tree())?.getText();
  }

  /** The name of the first constant that a pattern fits. */
  nameOf(pattern) {
    const tree = this.#tree();
    return first(tree, (node) => ts.isVariableDeclaration(node) && pattern.test(node.name.text))?.name.text;
  }

  #exportsNothing(node) {
    return node.moduleSpecifier === undefined && node.exportClause?.elements?.length === 0;
  }

  /** Before the first that comes later, else behind the last, else at the top. */
  #stating(statements, what, from) {
    if (this.text.includes(`${what} from '${from}';`)) return this;
    const line = `${what} from '${from}';`;
    const next = statements.find((each) => isBefore(each.moduleSpecifier.text, from) > 0);
    if (next !== undefined) return this.#insert(next.getStart(), `${line}\n`);
    const last = statements.at(-1);
    return last === undefined ? this.#insert(0, `${line}\n`) : this.#insert(last.getEnd(), `\n${line}`);
  }

  #insert(at, text) {
    this.text = this.text.slice(0, at) + text + this.text.slice(at);
    return this;
  }

  #statements() {
    return this.#tree().statements;
  }

  #tree() {
    return ts.createSourceFile(this.path, this.text, ts.ScriptTarget.Latest, true);
  }
}
