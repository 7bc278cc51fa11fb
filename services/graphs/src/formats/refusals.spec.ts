import { gzipSync } from 'node:zlib';
import { readWhole } from './testing/reading.js';

const gexf = (inner: string): string => `<gexf version="1.3">\n<graph>\n${inner}\n</graph>\n</gexf>`;
const graphml = (inner: string): string => `<graphml>\n${inner}\n</graphml>`;
const graph = (inner: string): string => graphml(`<graph edgedefault="directed">\n${inner}\n</graph>`);
const nodes = (inner: string): string => `{"directed":false,\n"nodes":[\n${inner}\n],"edges":[]}`;
const columns = '<attributes class="node"><attribute id="0" title="n" type="integer"/></attributes>';

const declared = (declaration: object): string =>
  `{"options":{},\n"cairn":{"declarations":[${JSON.stringify({ of: 'node', name: 'a', type: 'long', ...declaration })}]},\n"nodes":[]}`;

/** Name, file, then code, line and column. */
const broken: readonly (readonly [string, string, string, number, number])[] = [
  ['an empty file', '', 'format_unknown', 1, 1],
  ['a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'format_unknown', 1, 1],
  ['words', 'hello', 'format_unknown', 1, 1],
  ['JSON that is no graph', '{"a":1}', 'format_unknown', 1, 1],
  ['JSON that ends early', '{"a":\n[1,', 'json_invalid', 2, 4],
  ['a DOCTYPE', '<?xml version="1.0"?>\n  <!DOCTYPE gexf>\n<gexf/>', 'doctype_refused', 2, 3],
  [
    'a DOCTYPE of several lines',
    '<!DOCTYPE graphml [\n<!ENTITY a "b">\n]>\n<graphml/>',
    'doctype_refused',
    1,
    1,
  ],
  ['an entity that is none of XML', graph('<node id="&a;"/>'), 'xml_invalid', 3, 14],
  ['a tag that is not closed', gexf('<nodes><node id="a"></nodes>'), 'xml_invalid', 3, 29],
  ['XML that ends early', '<graphml>\n<graph>', 'xml_invalid', 2, 8],
  ['an attribute that is there twice', graph('<node id="a" id="b"/>'), 'xml_invalid', 3, 22],
  ['an attribute without quotes', graph('<node id=a/>'), 'xml_invalid', 3, 11],
  ['something behind the end', '<gexf/>\n<gexf/>', 'xml_invalid', 2, 7],
  ['two graphs, GEXF', '<gexf>\n<graph/>\n<graph/></gexf>', 'not_supported', 3, 1],
  [
    'two graphs, GraphML',
    graphml('<graph edgedefault="directed"/>\n <graph edgedefault="directed"/>'),
    'not_supported',
    3,
    2,
  ],
  ['a declaration of nothing', declared({ of: 'all' }), 'structure_invalid', 2, 9],
  ['a declaration of a type that is none', declared({ type: 'blob' }), 'structure_invalid', 2, 9],
  ['a declaration without a name', declared({ name: 7 }), 'structure_invalid', 2, 9],
  ['a declaration with a name that is none', declared({ name: 'a\u0001' }), 'name_invalid', 2, 9],
  ['a declaration whose default is no number', declared({ default: 'x' }), 'structure_invalid', 2, 9],
  ['a declaration whose options are no text', declared({ options: 'a\u0001' }), 'structure_invalid', 2, 9],
  ['a node without an id', gexf('<nodes>\n <node label="a"/></nodes>'), 'uid_invalid', 4, 2],
  ['an edge without a source', gexf('<edges>\n  <edge target="a"/></edges>'), 'uid_invalid', 4, 3],
  [
    'a type of edges that is none',
    gexf('<edges><edge type="both" source="a" target="a"/></edges>'),
    'value_invalid',
    3,
    8,
  ],
  [
    'a weight that is no number',
    gexf('<edges><edge source="a" target="a" weight="x"/></edges>'),
    'value_invalid',
    3,
    8,
  ],
  [
    'an attribute of no type, GEXF',
    gexf('<attributes class="node"><attribute id="0" title="a" type="blob"/></attributes>'),
    'type_unknown',
    3,
    26,
  ],
  [
    'an attribute that is declared twice',
    gexf(
      '<attributes class="node"><attribute id="0" title="a"/>\n<attribute id="0" title="b"/></attributes>',
    ),
    'structure_invalid',
    4,
    1,
  ],
  ['attributes of no class', gexf('<attributes class="graph"/>'), 'value_invalid', 3, 1],
  [
    'a value that is no integer',
    gexf(`${columns}\n<nodes><node id="a"><attvalue for="0" value="1.5"/></node></nodes>`),
    'value_invalid',
    4,
    21,
  ],
  [
    'a value of what is not declared',
    gexf(`${columns}\n<nodes><node id="a"><attvalue for="7" value="1"/></node></nodes>`),
    'attribute_undeclared',
    4,
    21,
  ],
  ['a value outside of everything', gexf('<attvalue for="0" value="1"/>'), 'structure_invalid', 3, 1],
  ['a node that lies in itself', gexf('<nodes>\n<node id="a" pid="a"/></nodes>'), 'hierarchy_invalid', 4, 1],
  [
    'nodes that lie in each other',
    gexf('<nodes>\n<node id="a" pid="b"/>\n <node id="b" pid="a"/></nodes>'),
    'hierarchy_invalid',
    4,
    1,
  ],
  ['a hyperedge', graph('<hyperedge/>'), 'not_supported', 3, 1],
  ['a port', graph('<node id="a"><port name="p"/></node>'), 'not_supported', 3, 14],
  ['an edge to a port', graph('<edge source="a" target="b" sourceport="p"/>'), 'not_supported', 3, 1],
  [
    'a key of no type',
    graphml('<key id="k" for="node" attr.name="a" attr.type="blob"/>'),
    'type_unknown',
    2,
    1,
  ],
  ['a key for nothing', graphml('<key id="k" for="all nodes"/>'), 'value_invalid', 2, 1],
  ['data of no key', graph('<node id="a"><data key="k">1</data></node>'), 'attribute_undeclared', 3, 14],
  [
    'a boolean that is none',
    graphml(
      '<key id="k" for="node" attr.type="boolean"/><graph edgedefault="directed">\n<node id="a"><data key="k">yes</data></node></graph>',
    ),
    'value_invalid',
    3,
    14,
  ],
  [
    'a default that is no double',
    graphml('<key id="k" for="node" attr.type="double"><default>x</default></key>'),
    'value_invalid',
    2,
    63,
  ],
  ['edges of no direction', graphml('<graph edgedefault="both"/>'), 'value_invalid', 2, 1],
  [
    'an edge that is directed in part',
    graph('<edge source="a" target="b" directed="half"/>'),
    'value_invalid',
    3,
    1,
  ],
  [
    'a name that means something',
    graphml('<key id="k" for="node" attr.name="__proto__"/>'),
    'name_invalid',
    2,
    1,
  ],
  ['a missing comma', nodes('{"id":"a"}\n{"id":"b"}'), 'json_invalid', 4, 1],
  ['a comma too many', nodes('{"id":"a"},'), 'json_invalid', 4, 1],
  ['a broken object', nodes('{"id":"a",\n"b":tru}'), 'json_invalid', 4, 5],
  ['a text over the end of the line', nodes('{"id":"a\n"}'), 'json_invalid', 3, 9],
  ['a number that is none', nodes('{"id":"a","n":01}'), 'json_invalid', 3, 15],
  ['a number that is too large', nodes('{"id":"a","n":1e999}'), 'value_invalid', 3, 15],
  ['half of a surrogate pair', nodes('{"id":"a","n":"\\ud800"}'), 'text_invalid', 3, 15],
  ['NUL', nodes('{"id":"a","n":"\\u0000"}'), 'text_invalid', 3, 15],
  ['a key that means something', nodes('{"id":"a","__proto__":1}'), 'name_invalid', 3, 11],
  ['a node that is no object', nodes('{"id":"a"},\n  17'), 'structure_invalid', 4, 3],
  ['an id that is no text', nodes('{"id":["a"]}'), 'uid_invalid', 3, 1],
  ['nodes that are no list', '{"directed":true,"nodes":7}', 'structure_invalid', 1, 26],
  [
    'a direction that comes too late',
    '{"nodes":[],"edges":[{"source":"a","target":"b"}],\n"directed":true}',
    'structure_invalid',
    2,
    12,
  ],
  ['a graph that does not end', '{"nodes":[],"edges":[', 'json_invalid', 1, 22],
  ['something behind the graph', '{"nodes":[],"edges":[]}\n{}', 'json_invalid', 2, 1],
  [
    'links by text to nodes without an id',
    '{"nodes":[{"name":"a"}],"links":[{"source":"a","target":"a"}]}',
    'structure_invalid',
    1,
    34,
  ],
  ['two graphs, JSON Graph Format', '{"graphs":[{"nodes":{}},\n{"nodes":{}}]}', 'not_supported', 2, 1],
  ['hyperedges, JSON Graph Format', '{"graph":{"hyperedges":[]}}', 'not_supported', 1, 24],
  [
    'a line that is no element',
    '{"type":"node","id":"1"}\n{"type":"leaf","id":"2"}',
    'structure_invalid',
    2,
    1,
  ],
  ['a label that is no text', '{"type":"node","id":"1","labels":[1]}', 'structure_invalid', 1, 1],
  ['a table without a header', '1,2\n2,3\n', 'format_unknown', 1, 1],
  ['a quote that closes too early', 'source,target\na,"b\nc"d\n', 'csv_invalid', 3, 2],
  ['a quote that is not closed', 'id,name\n\na,"b\nc\n', 'csv_invalid', 3, 3],
  ['a row with a cell too many', 'id,name\n"a\nb",c,d\n', 'structure_invalid', 3, 6],
  ['a row with a cell too few', 'id,name\na,b\nc\n', 'structure_invalid', 3, 1],
  ['a node without an id, CSV', 'name,id\na,b\nc,\n', 'uid_invalid', 3, 3],
  ['an edge without a target, CSV', 'source,note,target\na,"x\ny",\n', 'uid_invalid', 3, 4],
  ['an id with control characters', 'id\n\u0001\n', 'uid_invalid', 2, 1],
  ['NUL, CSV', 'id,name\na,"b\0"\n', 'text_invalid', 2, 3],
  ['a column that is named twice', 'id,a,a\n', 'structure_invalid', 1, 6],
  ['a column whose name means something', 'id,__proto__\n', 'name_invalid', 1, 4],
  ['a direction that is none', 'source,target,directed\na,b,half\n', 'value_invalid', 2, 5],
  ['a cell that is not of its type', 'id,age:int\na,1\nb,old\n', 'value_invalid', 3, 3],
  ['a cell that is no JSON', 'id,a:json\na,{]\n', 'json_invalid', 2, 4],
  ['line ends of CR alone', 'id,a\rb,c\r', 'structure_invalid', 1, 4],
  ['an element of Cytoscape without an id', '[{"data":{}}]', 'uid_invalid', 1, 2],
];

describe('broken files are refused with their line and column', () => {
  it.each(broken)('%s', async (_, file, code, line, column) => {
    expect((await readWhole(file)).end).toMatchObject({ kind: 'error', code, line, column });
    expect((await readWhole(file, { pieceBytes: 1 })).end).toMatchObject({
      kind: 'error',
      code,
      line,
      column,
    });
  });

  it('bytes that are not in the encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<graphml>\n<graph><node id="'),
      Buffer.from([0xff]),
      Buffer.from('"/>'),
    ]);
    expect((await readWhole(bytes)).end).toMatchObject({ code: 'encoding_invalid', line: 2, column: 18 });
    const declared = '<?xml version="1.0" encoding="klingon"?><gexf/>';
    expect((await readWhole(declared)).end).toMatchObject({ code: 'encoding_invalid', line: 1, column: 1 });
  });
});

describe('encodings and packing', () => {
  const file =
    '<?xml version="1.0" encoding="ISO-8859-1"?><gexf><graph><nodes><node id="\u00e9"/></nodes></graph></gexf>';

  it('read what a declaration or a byte order mark says', async () => {
    expect((await readWhole(Buffer.from(file, 'latin1'))).nodes).toMatchObject([{ uid: '\u00e9' }]);
    const wide = Buffer.from(`\ufeff${file}`, 'utf16le');
    expect((await readWhole(wide, { pieceBytes: 1 })).nodes).toMatchObject([{ uid: '\u00e9' }]);
    expect((await readWhole(`\ufeff${nodes('{"id":"a"}')}`)).nodes).toMatchObject([{ uid: 'a' }]);
  });

  it('read gzip, and refuse what is damaged, goes on, or unpacks to too much', async () => {
    const packed = gzipSync(nodes('{"id":"a"}'));
    expect((await readWhole(packed, { pieceBytes: 1 })).nodes).toMatchObject([{ uid: 'a' }]);
    expect((await readWhole(packed.subarray(0, -9))).end).toMatchObject({ code: 'gzip_invalid' });
    const bomb = gzipSync(`{"directed":true,"nodes":[${' '.repeat(20_000_000)}]}`);
    expect((await readWhole(bomb, { pieceBytes: 10_000 })).end).toMatchObject({ code: 'gzip_invalid' });
    const unpacking = { bytes: 10, ratio: 100 };
    expect((await readWhole(packed, { unpacking })).end).toMatchObject({ code: 'gzip_invalid' });
  });
});
