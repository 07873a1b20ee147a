/** A group of radio buttons in a form. */
export function RadioField<Value extends string>({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  /** The first one is chosen. */
  options: readonly { value: Value; label: string }[];
}) {
  return (
    <fieldset className="form-field radio-field">
      <legend>{label}</legend>
      {options.map(({ value, label: text }, index) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={index === 0} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
