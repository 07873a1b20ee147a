import { MODE_TEXTS } from './apiTexts.ts';

/** A group of radio buttons in a form. */
export function RadioField({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  /** The first one is chosen. */
  options: readonly { value: string; label: string }[];
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

/** The mode of a key or a webhook; `testNote`: what test mode is for. */
export function ModeField({ testNote }: { testNote: string }) {
  return (
    <RadioField
      name="mode"
      label="Режим"
      options={[
        { value: 'test', label: `${MODE_TEXTS.test}: ${testNote}` },
        { value: 'live', label: MODE_TEXTS.live },
      ]}
    />
  );
}
