import type { ApiContent, ApiOperation, ApiParameter, JsonSchema } from './openApiDocument.ts';
import { CopyField } from '../../elements/CopyField.tsx';
import type { ApiCall } from './apiGroups.ts';
import { DescriptionText } from './DescriptionText.tsx';
import { createExample, formatCurl } from './exampleRequest.ts';
import { FieldList } from './FieldList.tsx';

/** Who may send a call, by the name of its credentials in the document. */
const ACCESS_TEXTS: Readonly<Record<string, string>> = {
  shopKey: 'Ключ магазина в заголовке Authorization',
  bearer: 'Токен доступа аккаунта в заголовке Authorization',
};

/** A call: its line, and all its details while it is open. */
export function ApiCallSection({
  call,
  origin,
  isOpen,
  onToggle,
}: {
  call: ApiCall;
  origin: string;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { id, method, path, operation } = call;
  return (
    <section className="api-call" aria-labelledby={id}>
      <h3>
        <button type="button" id={id} aria-expanded={isOpen} onClick={onToggle}>
          <code>
            <b>{method}</b> {path}
          </code>
          <span lang="en">
            <DescriptionText text={operation.summary} />
          </span>
        </button>
      </h3>
      {isOpen && <ApiCallDetails call={call} operation={operation} origin={origin} />}
    </section>
  );
}

function ApiCallDetails({
  call,
  operation,
  origin,
}: {
  call: ApiCall;
  operation: ApiOperation;
  origin: string;
}) {
  const { description, parameters, requestBody, responses } = operation;
  return (
    <div className="api-details">
      {description && (
        <p lang="en">
          <DescriptionText text={description} />
        </p>
      )}
      <Access operation={operation} />
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody && (
        <>
          <h4>Тело запроса</h4>
          <ContentFields content={requestBody.content} />
        </>
      )}
      <CopyField label="Пример запроса" value={formatCurl(call, origin)} />
      <h4>Ответы</h4>
      {Object.entries(responses).map(([code, response]) => (
        <Response key={code} code={code} description={response.description} content={response.content} />
      ))}
    </div>
  );
}

function Access({ operation: { security } }: { operation: ApiOperation }) {
  if (security.length === 0) return null;
  const names = security.map(alternative => {
    const [name] = Object.keys(alternative);
    return name === undefined ? 'без входа' : (ACCESS_TEXTS[name] ?? name);
  });
  return <p className="meta">Доступ: {names.join(' или ')}.</p>;
}

function Parameters({ parameters }: { parameters: readonly ApiParameter[] }) {
  const places: Readonly<Record<string, string>> = {
    path: 'в пути',
    query: 'в запросе',
    header: 'заголовок',
  };
  return (
    <>
      <h4>Параметры</h4>
      <FieldList
        fields={parameters.map(({ name, in: place, required, description, schema }) => ({
          name,
          isRequired: required,
          schema: { ...schema, description: description ?? schema.description },
          place: places[place] ?? place,
        }))}
      />
    </>
  );
}

/** The fields of a body: of its first type, because no call has several. */
function ContentFields({ content }: { content: ApiContent }) {
  const [entry] = Object.entries(content);
  if (!entry) return null;
  const [type, { schema }] = entry;
  return (
    <>
      <p className="meta">
        <code>{type}</code>
      </p>
      {schema && <FieldList fields={[{ name: '', isRequired: true, schema }]} />}
    </>
  );
}

function Response({
  code,
  description,
  content,
}: {
  code: string;
  description: string;
  content: ApiContent;
}) {
  const schema: JsonSchema | undefined = content['application/json']?.schema;
  const text = (
    <span lang="en">
      <DescriptionText text={description} />
    </span>
  );
  const isSuccess = code.startsWith('2');
  if (Object.keys(content).length === 0)
    return (
      <p className="api-response">
        <b className="numeric">{code}</b> {text}
      </p>
    );
  return (
    <details className="api-response" open={isSuccess}>
      <summary>
        <b className="numeric">{code}</b> {text}
      </summary>
      <ContentFields content={content} />
      {schema && isSuccess && (
        <CopyField label="Пример ответа" value={JSON.stringify(createExample(schema), null, 2)} />
      )}
    </details>
  );
}
