export { type CallRow, callRows } from "./calls/call-rows.js";
export { type GrpcServer, type GrpcServerOptions, serveGrpc } from "./server/grpc-server.js";
