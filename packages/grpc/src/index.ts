export { type GrpcServer, type GrpcServerOptions, serveGrpc } from "./server/grpc-server.js";
