/** Lines of columns that are as wide as their widest cell. */
export const tableOf = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Lines for a shell that set variables. */
export const exportLines = (variables: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(variables).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`);
