import { DescriptionText } from './DescriptionText.tsx';
import {
  describeLimits,
  describeType,
  formatDefault,
  listObjects,
  listValues,
  type SchemaField,
} from './describeSchema.ts';

/** Fields with their types and limits. Inner objects are closed at first. A field without a name is the whole body. */
export function FieldList({ fields }: { fields: readonly (SchemaField & { place?: string })[] }) {
  return (
    <ul className="api-fields">
      {fields.map(field => (
        <li key={field.name}>
          <Field {...field} />
        </li>
      ))}
    </ul>
  );
}

function Field({ name, schema, isRequired, place }: SchemaField & { place?: string }) {
  const values = listValues(schema);
  const defaultText = formatDefault(schema);
  const description = schema.description ?? schema.anyOf?.find(variant => variant.description)?.description;
  const facts = [
    describeType(schema),
    ...(place ? [place] : []),
    ...describeLimits(schema),
    ...(defaultText === null ? [] : [`по умолчанию ${defaultText}`]),
  ].filter(Boolean);
  const objects = listObjects(schema);
  return (
    <>
      <p>
        {name !== '' && <code className="api-field-name">{name}</code>}{' '}
        <span className="meta">
          {facts.join(', ')}
          {name !== '' && isRequired && <b> обязательно</b>}
        </span>
      </p>
      {description && (
        <p lang="en">
          <DescriptionText text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className="api-values">
          {values.map(value => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
      {objects.map((inner, index) => (
        <InnerFields
          key={index}
          fields={inner}
          variant={objects.length > 1 ? index + 1 : null}
          isOpen={name === ''}
        />
      ))}
    </>
  );
}

function InnerFields({
  fields,
  variant,
  isOpen,
}: {
  fields: readonly SchemaField[];
  /** Number of the alternative; null if it is the only one. */
  variant: number | null;
  isOpen: boolean;
}) {
  if (isOpen && variant === null) return <FieldList fields={fields} />;
  return (
    <details open={isOpen}>
      <summary>{variant === null ? 'Поля' : `Поля, вариант ${variant}`}</summary>
      <FieldList fields={fields} />
    </details>
  );
}
