// A reporter of jest: prints how many cases of its port's conformance suite each adapter passed (testkit/conformance.ts).
export default class ConformanceReporter {
  onRunComplete(_, { testResults }) {
    const counts = new Map();
    for (const { ancestorTitles, status } of testResults.flatMap((file) => file.testResults)) {
      const at = ancestorTitles.indexOf('conformance');
      if (at < 0) continue;
      const title = ancestorTitles[at + 1];
      const { passed, all } = counts.get(title) ?? { passed: 0, all: 0 };
      counts.set(title, { passed: passed + (status === 'passed' ? 1 : 0), all: all + 1 });
    }
    if (counts.size === 0) return;
    const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
    const width = Math.max(...rows.map(([title]) => title.length));
    console.log('\nConformance: cases passed by each adapter, on the engines that were listed at the start');
    for (const [title, { passed, all }] of rows)
      console.log(`  ${title.padEnd(width)}  ${passed}${passed === all ? '' : ` of ${all}`}`);
  }
}
