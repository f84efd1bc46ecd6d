import AjvCompiler from '@fastify/ajv-compiler';

type Factory = AjvCompiler.BuildCompilerFromPool;
type Compile = ReturnType<Factory>;
type Validate = { (data: unknown): unknown; errors?: unknown };

/**
 * Compiles the schema of a part of requests when the first of them comes. Most processes see a few routes only, and compiling all of
 * them takes a fifth of a second of every start.
 */
export function whenFirstUsed(): Factory {
  const factory = AjvCompiler();
  return (schemas, options) => {
    let compile: Compile | undefined;
    const later: Compile = (route) => {
      let compiled: Validate | undefined;
      const validate: Validate = (data) => {
        compile ??= factory(schemas, options);
        compiled ??= compile(route) as Validate;
        const isRight = compiled(data);
        validate.errors = compiled.errors;
        return isRight;
      };
      return validate as ReturnType<Compile>;
    };
    return later;
  };
}
