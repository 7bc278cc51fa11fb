export { type Host, startHost } from './host.js';
export { main, startOneMachine } from './main.js';
