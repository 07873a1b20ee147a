import { useState, type ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

type NameFieldProps = Omit<ComponentProps<typeof TextField>, 'onInput' | 'hint' | 'autoComplete'> & {
  maxLength: number;
};

/** Input for the name of an item. Browsers cut pasted text silently, so the field shows a note. */
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
          <span role="status">Поместились первые {maxLength} знаков. Проверьте, чем кончается название</span>
        ),
      })}
    />
  );
}
