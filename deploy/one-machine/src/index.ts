export { type Host, startHost } from './host.js';
export { main } from './main.js';
