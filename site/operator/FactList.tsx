/** Facts with a value. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [name: string, value: string | false | null])[];
}) {
  const known = facts.filter(([, value]) => value);
  return (
    <dl className="fact-list numeric">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
