import type { ErrorDefinition } from '../errors/definition.js';

/** What can be refused about the content of graphs. */
export const graphErrors = {
  content_invalid: {
    status: 422,
    title: 'Content not valid',
    text: 'A node or an edge cannot be stored as it was sent.',
    when: 'A uid is taken or stands in the request twice, an edge names a node that is not there, or a strict schema does not allow the element (another node has its value of a unique property, say): `errors` has a pointer for each. Nothing was stored. `?on_error=skip` of a bulk stores the others.',
  },
  too_many_elements: {
    status: 422,
    title: 'Too many elements',
    text: 'The request has more nodes and edges than one may have.',
    when: 'A bulk has more than 10,000 nodes and edges in all its lists together, or more than 10,000 edges would go with the nodes that it deletes, or its elements are too large together. Send it in parts. Or all of a version is to be gone over, and it has more than ten million nodes, or as many edges.',
  },
  too_many_edges: {
    status: 409,
    title: 'Too many edges',
    text: 'More edges lead to the node than can be deleted with it.',
    when: 'A node with more than 10,000 edges is deleted: `edges` of the problem is their number. Delete edges first.',
  },
  content_not_copied_yet: {
    status: 409,
    title: 'Content not copied yet',
    text: 'The version has nodes or edges, which a duplicate would not have.',
    when: 'A version with content is duplicated, which Cairn cannot do yet.',
  },
  graph_file_invalid: {
    status: 422,
    title: 'Graph file not valid',
    text: 'The file cannot be read.',
    when: 'The file is not what its format says: not well-formed, a value that is not of its type, a DOCTYPE, more than the limits allow. `errors` has line and column. Nothing was stored.',
  },
  graph_not_writable: {
    status: 422,
    title: 'Graph not writable',
    text: 'The format has no way to write a name of the graph.',
    when: 'A uid, a label, a type or the name of a property holds what the format cannot say, control characters in XML. Another format can.',
  },
  job_running: {
    status: 409,
    title: 'Job running',
    text: 'A job of this kind is running.',
    when: 'The same work, on the version or of the post-processor, was asked for before and has not finished: `detail` names its job, which will tell the result.',
  },
  no_schema: {
    status: 409,
    title: 'No schema',
    text: 'Neither the version nor its graph has a schema.',
    when: 'A version is checked without `schema` in the request, and none is in force.',
  },
  content_breaks_schema: {
    status: 409,
    title: 'Content breaks the schema',
    text: 'Some nodes or edges are not as the schema would ask.',
    when: 'A schema becomes strict, or a strict one changes, over content that it does not allow: `errors` tells the first hundred flaws, with the uid of each element. Nothing was changed.',
  },
  too_much_to_check: {
    status: 409,
    title: 'Too much to check',
    text: 'There are more nodes and edges than are held against a schema at once.',
    when: 'A schema becomes strict, or a strict one changes, over more than 100,000 nodes and edges that `POST …/validate` has not found to be without a flaw since the last change of them. Or it declares unique properties over more than 100,000 nodes, or over nodes with more than 200,000 unique values.',
  },
  changed_since: {
    status: 409,
    title: 'Changed since',
    text: 'Something of what would be undone was changed since.',
    when: 'A change of content is undone, and others have changed some of its nodes or edges since, have connected edges to its nodes, or have given the value of a unique property to another node: `errors` tells the first hundred. `?on_error=skip` undoes the rest.',
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
