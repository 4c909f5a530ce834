import { findArgumentFault } from '../checks/arguments.ts';
import { fit, unfit } from '../checks/fit.ts';
import { findResultFault } from '../checks/result.ts';
import { invalidArguments, toolUnsupported } from '../errors/refusals.ts';
import type { CallKind } from './call-kind.ts';
import { unknownSubject } from './unknown-subject.ts';

export const toolCall: CallKind = {
  method: 'tools/call',
  noun: 'tool',
  isRead: false,
  list: 'tools',
  params: (call) => ({ name: call.subject, arguments: call.arguments }),

  check(call, environment, schemas) {
    const tool = environment.tool(call.subject);
    if (tool === undefined) return unknownSubject(call, environment, environment.knownTools());
    if (call.checkedSchema === tool.inputSchema) return fit;
    if (tool.execution?.taskSupport === 'required') return unfit(toolUnsupported(call));
    const fault = findArgumentFault(schemas, tool.inputSchema, call.arguments);
    if (fault !== undefined) return unfit(invalidArguments(call, fault));
    call.checkedSchema = tool.inputSchema;
    return fit;
  },

  hints: (call, environment) => environment.tool(call.subject)?.annotations,
  findResultFault: (result, call, environment, schemas) =>
    findResultFault(schemas, result, environment.tool(call.subject)),
};
