import type { Dispatcher } from 'undici';

type Request = Pick<Dispatcher.RequestOptions, 'method' | 'path'> & { readonly body?: string };

const created = JSON.stringify({ name: 'Sea birds', description: 'Photographs from the cliff camera' });

/** The request with this number: of five, one makes a dataset, one changes one, two read one, one reads a page of a list. */
export const requestAt = (number: number, datasets: readonly string[]): Request => {
  const dataset = `/api/v1/datasets/${datasets[Math.floor(number / 5) % datasets.length] ?? ''}`;
  switch (number % 5) {
    case 0:
      return { method: 'POST', path: '/api/v1/datasets', body: created };
    case 1:
      return { method: 'PUT', path: dataset, body: JSON.stringify({ name: `Sea birds ${number}` }) };
    case 2:
      return { method: 'GET', path: '/api/v1/datasets?limit=20' };
    default:
      return { method: 'GET', path: dataset };
  }
};
