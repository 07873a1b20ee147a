import { useState, type ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

type NameFieldProps = Omit<ComponentProps<typeof TextField>, 'onInput' | 'hint' | 'autoComplete'> & {
  maxLength: number;
};

/** Input for a name that its owner gives something. A browser cuts what is pasted without a word; the field says it. */
export function NameField({ maxLength, ...props }: NameFieldProps) {
  const [isFull, setIsFull] = useState(false);
  return (
    <TextField
      {...props}
      maxLength={maxLength}
      autoComplete="off"
      onInput={({ currentTarget: { value } }) => setIsFull(value.length >= maxLength)}
      {...(isFull && {
        hint: (
          <span role="status">
            Поместились первые {maxLength}&nbsp;знаков. Проверьте, чем кончается название
          </span>
        ),
      })}
    />
  );
}
